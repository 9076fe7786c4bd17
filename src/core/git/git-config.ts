/** A setting as it is shown. Without a value it is one that is just set. */
export interface Shown {
  readonly value?: string;
}

/** What of a configuration of git somebody may see. Undefined leaves it out. */
export interface ConfigView {
  /** What a section is about, such as the address in `[url "https://host/"]`: without it none of its settings is shown. */
  readonly about: (text: string) => string | undefined;
  /** Section and key are in lower case. */
  readonly setting: (section: string, key: string, value: string | undefined) => Shown | undefined;
}

interface ConfigReading {
  readonly shown: string;
  /** Whether nothing was left out or changed. Comments always are. */
  readonly isWhole: boolean;
}

/** Writes a configuration of git anew, with what the view shows; undefined where the text is not one. */
export function readGitConfig(text: string, view: ConfigView): ConfigReading | undefined {
  const kept: string[] = [];
  let section: Section | undefined;
  let isWhole = true;
  for (const line of joined(text)) {
    const header = HEADER.exec(line);
    if (header) section = sectionOf(header, view);
    if (header && section?.header !== undefined) kept.push(section.header);
    if (header && !section?.isWhole) isWhole = false;
    const rest = line.slice(header?.[0].length ?? 0).trim();
    if (rest === '') continue;
    const [whole, key = '', written] = SETTING.exec(rest) ?? [];
    const isComment = /^[#;]/.test(rest);
    if (!isComment && (whole === undefined || !section)) return undefined;
    const setting = written === undefined ? undefined : unquoted(written);
    const shown = isComment || !section ? undefined : shownSetting(section, key, setting?.value, view);
    if (!shown || shown.value !== setting?.value || setting?.hasComment) isWhole = false;
    if (shown) kept.push(`\t${key}${shown.value === undefined ? '' : ` = ${quotedSetting(shown.value)}`}`);
  }
  return { shown: `${kept.join('\n')}\n`, isWhole };
}

export interface GitSetting {
  /** In lower case, as the key is. */
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** All settings, as git reads them; undefined where the text is no configuration. */
export function gitSettings(text: string): readonly GitSetting[] | undefined {
  const found: GitSetting[] = [];
  const setting: ConfigView['setting'] = (section, key, value = '') => {
    found.push({ section, key, value });
    return undefined;
  };
  return readGitConfig(text, { about: (one) => one, setting }) && found;
}

/** Filters of git-lfs are everybody's; it starts nothing that it finds in a working tree. */
export const LFS_FILTER = /^(git[ -]lfs [\w -]+%?f?|true|false)$/;

const HEADER = /^\[\s*([\w-]+)((?:\.[\w.-]+)?)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const SETTING = /^([a-zA-Z][\w-]*)\s*(?:=\s*(.*))?$/s;

/** Each setting in a line of its own: a backslash at the end of a line continues it. */
const joined = (text: string): string[] =>
  text
    .replace(/\r\n/g, '\n')
    .replace(/(?<!\\)((?:\\\\)*)\\\n/g, '$1')
    .split('\n')
    .map((line) => line.trim());

interface Section {
  readonly name: string;
  /** Undefined where it is not shown. */
  readonly header: string | undefined;
  readonly isWhole: boolean;
}

function sectionOf([, name = '', dotted = '', about]: RegExpExecArray, view: ConfigView): Section {
  const lower = name.toLowerCase();
  if (about === undefined) return { name: lower, header: `[${name}${dotted}]`, isWhole: true };
  const unescaped = about.replace(/\\(.)/g, '$1');
  const shown = view.about(unescaped);
  const header = shown === undefined ? undefined : `[${name} ${quotedSetting(shown)}]`;
  return { name: lower, header, isWhole: shown === unescaped };
}

const shownSetting = (
  { name, header }: Section,
  key: string,
  value: string | undefined,
  view: ConfigView,
): Shown | undefined => (header === undefined ? undefined : view.setting(name, key.toLowerCase(), value));

/** As git reads it again, whatever stands in it. */
export const quotedSetting = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\b', '\\b')}"`;

/** What stands behind a backslash in a value. */
const meant = (letter: string): string => ({ n: '\n', t: '\t', b: '\b' })[letter] ?? letter;

/** Without quotes, escapes and the comment behind it. */
function unquoted(written: string): { readonly value: string; readonly hasComment: boolean } {
  const parts = [...written.matchAll(/"((?:[^"\\]|\\.)*)"?|\\(.)|([#;].*)|([^"\\#;]+)/gs)];
  const text = parts
    .map(([, quoted, escaped, , plain]) => {
      if (escaped !== undefined) return meant(escaped);
      return quoted?.replace(/\\(.)/gs, (_, letter: string) => meant(letter)) ?? plain ?? '';
    })
    .join('');
  return { value: text.trim(), hasComment: parts.some(([, , , comment]) => comment !== undefined) };
}
