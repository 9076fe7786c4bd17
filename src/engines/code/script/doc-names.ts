import type { ImportFact } from '../facts.ts';
import type { LineMap } from '../line-map.ts';
import type { ScriptComment } from './parse-script.ts';

/** A name that a doc comment refers to, with what follows its dot. */
export interface DocName {
  readonly name: string;
  readonly start: number;
  readonly member?: { readonly name: string; readonly start: number };
}

const WORD = String.raw`[\p{ID_Start}_$][\p{ID_Continue}$]*`;
const LINK = new RegExp(
  String.raw`(?:\{@link(?:code|plain)?|@see)\s+(?!https?:)(${WORD})(?:\.(${WORD}))?`,
  'gu',
);
const TYPE_TAG =
  /@(?:param|arg|argument|prop|property|returns?|type|typedef|callback|template|enum|throws|exception|this|extends|augments|implements|satisfies|yields?)\s*\{/g;
const STRING = /'[^']*'|"[^"]*"/g;
const NAME = new RegExp(String.raw`(?<![\p{ID_Continue}$.])(${WORD})(?:\.(${WORD}))?`, 'gu');
const IMPORT = new RegExp(String.raw`\bimport\(\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*\)(?:\.(${WORD}))?`, 'gu');

/** `@import { Shape } from './shape'` */
const IMPORT_TAG = /@import\s[^'"@]*?\bfrom\s*(?:'([^'\n]+)'|"([^"\n]+)")/g;

const isDoc = ({ type, value }: ScriptComment): boolean =>
  type === 'Block' && value.startsWith('*') && value.includes('@');

/** Compilers count what stands in `{@link}`, after `@see` and in the types of tags as uses of a name. */
export function docNames(comments: readonly ScriptComment[]): DocName[] {
  return comments.filter(isDoc).flatMap(({ value, start }) => {
    const offset = start + 2;
    const links = [...value.matchAll(LINK)].map((match) =>
      nameAt(match, offset + (/^\S+\s+/.exec(match[0])?.[0].length ?? 0)),
    );
    const types = [...value.matchAll(TYPE_TAG)].flatMap((tag) => {
      const begin = tag.index + tag[0].length;
      // What is quoted is no name; blanks keep the places of all others.
      const inside = bracedFrom(value, begin).replace(STRING, (text) => ' '.repeat(text.length));
      return [...inside.matchAll(NAME)].map((match) => nameAt(match, offset + begin));
    });
    return [...links, ...types];
  });
}

/** `import('./shape').Shape` in a doc comment takes the name from there. */
export function docImports(comments: readonly ScriptComment[], lines: LineMap): ImportFact[] {
  return comments.filter(isDoc).flatMap(({ value, start }) =>
    [...value.matchAll(IMPORT), ...value.matchAll(IMPORT_TAG)].map((match): ImportFact => {
      const at = start + 2 + match.index;
      const { line, column } = lines.range(at, at);
      const [all, single, double, name] = match;
      return {
        module: single ?? double ?? '',
        line,
        column,
        kind: 'dynamic',
        isType: true,
        names:
          name === undefined ? [] : [{ name, isType: true, at: lines.packed(at + all.length - name.length) }],
        ...(name === undefined && { isOpen: true as const }),
      };
    }),
  );
}

/** What stands before the brace that closes the one before `begin`. */
function bracedFrom(text: string, begin: number): string {
  let depth = 1;
  for (let index = begin; index < text.length; index++) {
    if (text[index] === '{') depth++;
    else if (text[index] === '}' && --depth === 0) return text.slice(begin, index);
  }
  return '';
}

function nameAt(match: RegExpExecArray, offset: number): DocName {
  const [, name = '', member] = match;
  const start = match.index + offset;
  return {
    name,
    start,
    ...(member !== undefined && { member: { name: member, start: start + name.length + 1 } }),
  };
}
