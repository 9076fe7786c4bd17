import type { ScriptComment } from './parse-script.ts';

/** A name that a doc comment refers to, with what follows its dot. */
export interface DocName {
  readonly name: string;
  readonly start: number;
  readonly member?: { readonly name: string; readonly start: number };
}

const LINK = /\{@link(?:code|plain)?\s+([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?/g;
const TYPE =
  /@(?:param|arg|argument|returns?|type|throws|exception|this|extends|augments|implements|satisfies|yields?)\s*\{([^}@]*)\}/g;
const NAME = /(?<![\w$.'"])([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?/g;

/** Compilers count what stands in `{@link}` and in the types of tags as uses of a name. */
export function docNames(comments: readonly ScriptComment[]): DocName[] {
  return comments.flatMap(({ type, value, start }) => {
    if (type !== 'Block' || !value.startsWith('*') || !value.includes('@')) return [];
    const offset = start + 2;
    const links = [...value.matchAll(LINK)].map((match) =>
      nameAt(match, offset + (/^\{@link\w*\s+/.exec(match[0])?.[0].length ?? 0)),
    );
    const types = [...value.matchAll(TYPE)].flatMap((tag) => {
      const inside = tag[1] ?? '';
      const at = offset + tag.index + tag[0].indexOf('{') + 1;
      return [...inside.matchAll(NAME)].map((match) => nameAt(match, at));
    });
    return [...links, ...types];
  });
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
