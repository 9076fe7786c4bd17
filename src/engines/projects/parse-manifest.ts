import { parse as parseToml, TomlError } from 'smol-toml';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { ToolError } from '../../core/errors.ts';
import { inWords, jsonErrorAt, type TextPlace } from '../../core/text/json-error.ts';
import { MOST_BYTES, MOST_PARTS, partsIn } from '../../core/text/yaml-limits.ts';
import { OutOfTime, within } from '../../core/timing/within.ts';

/** Everybody else waits meanwhile. */
const LONGEST_MS = 1000;

type Data = Readonly<Record<string, unknown>>;

/** A manifest in JSON; comments and trailing commas are taken where others take them too. */
export function parseJson(text: string, path: string): Data {
  const json = path.endsWith('.jsonc') ? withoutComments(text) : text.replace(/^\uFEFF/, '');
  return parsed(
    path,
    'JSON',
    () => JSON.parse(json),
    () => jsonErrorAt(json),
  );
}

export const parseTomlManifest = (text: string, path: string): Data =>
  parsed(path, 'TOML', () => parseToml(text), placeIn);

/** The parser holds everybody up for as long as it takes: what would take long is not begun. */
export function parseYamlManifest(text: string, path: string): Data {
  if (text.length > MOST_BYTES || partsIn(text) > MOST_PARTS)
    throw new ToolError('TOO_LARGE', `${path} is too large to be read as YAML`, {
      hint: `At most ${MOST_BYTES} bytes and ${MOST_PARTS} parts are read.`,
    });
  return parsed(path, 'YAML', () => parseYaml(text, { logLevel: 'error' }), placeIn);
}

/** Says where, and not what: the parsers quote the file, which may be nobody's business. */
function parsed(
  path: string,
  format: string,
  parse: () => unknown,
  placeOf: (error: unknown) => TextPlace | undefined,
): Data {
  try {
    return asObject(within(LONGEST_MS, parse));
  } catch (error) {
    if (error instanceof OutOfTime)
      throw new ToolError('TOO_LARGE', `${path} takes too long to be read as ${format}`);
    const place = placeOf(error);
    throw new ToolError('VALIDATION', `${path} is not valid ${format}${place ? `: ${inWords(place)}` : ''}`, {
      hint: 'Fix the file and call again.',
    });
  }
}

function placeIn(error: unknown): TextPlace | undefined {
  if (error instanceof TomlError) return error;
  return error instanceof YAMLParseError
    ? error.linePos?.map(({ line, col }) => ({ line, column: col }))[0]
    : undefined;
}

/** What is no object has no members. */
export const asObject = (value: unknown): Data =>
  // Sound: an object that is no array has string keys.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Data) : {};

export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The members that are text. */
export const textsOf = (value: unknown): [name: string, text: string][] =>
  Object.entries(asObject(value)).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : []));

// Strings are matched too, so that "//" inside one stays. What has no end goes up to that of the text: else its end
// would be looked for again from every quote.
const withoutComments = (text: string): string =>
  text
    .replace(/"(?:\\.|[^"\\])*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (token) =>
      token.startsWith('"') ? token : ' ',
    )
    .replace(/"(?:\\.|[^"\\])*"?|,(?=\s*[}\]])/g, (token) => (token.startsWith('"') ? token : ''));
