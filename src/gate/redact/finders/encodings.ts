import { withoutEnd } from '../../../core/text/trim-end.ts';
/** The forms in which a program passes a value on: quoted, percent-encoded, base64 at any alignment, hex. */
export function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const hex = bytes.toString('hex');
  const forms = [value, ...jsonForms(value), ...urlForms(value), htmlForm(value), shellForm(value)];
  if (bytes.length >= SHORTEST_ENCODED) forms.push(hex, hex.toUpperCase(), ...base64Forms(bytes));
  return [...new Set(forms)];
}

/** Below this an encoded form is so short that chance may produce it. */
const SHORTEST_ENCODED = 6;
const SHORTEST_CORE = 8;

function jsonForms(value: string): string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  // Go and some web frameworks escape what HTML could misread.
  const forHtml = once.replace(/[<>&'/]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [once, twice, forHtml, once.replaceAll('/', '\\/')];
}

function urlForms(value: string): string[] {
  try {
    const loose = encodeURIComponent(value);
    const strict = loose.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
    return [
      encodeURI(value),
      loose,
      strict,
      strict.replaceAll('%20', '+'),
      lowerCodes(loose),
      lowerCodes(strict),
    ];
  } catch {
    // A lone surrogate has no percent form.
    return [];
  }
}

const lowerCodes = (encoded: string): string =>
  encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const HTML = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

const htmlForm = (value: string): string => value.replace(/[&<>"']/g, (c) => HTML.get(c) ?? c);

const shellForm = (value: string): string => value.replaceAll("'", "'\\''");

/** Whole, and the part that stays the same inside a longer text, which depends on how many bytes stand before. */
function base64Forms(bytes: Buffer): string[] {
  const whole = bytes.toString('base64');
  const cores = [0, 1, 2].map((shift) => {
    const encoded = withoutEnd(Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64'), '=');
    const first = shift === 0 ? 0 : shift + 1;
    const isPartial = (shift + bytes.length) % 3 !== 0;
    return encoded.slice(first, isPartial ? -1 : undefined);
  });
  return [whole, withoutEnd(whole, '='), ...cores.filter((core) => core.length >= SHORTEST_CORE)].flatMap(
    (form) => [
      form,
      form.replaceAll('+', '-').replaceAll('/', '_'),
      form.replaceAll('+', '%2B').replaceAll('/', '%2F').replaceAll('=', '%3D'),
    ],
  );
}
