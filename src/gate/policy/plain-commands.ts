import { forEachChild, parse, type Redirection, type SyntaxNode, type Word } from 'unbash';

export type Words = readonly string[];

/** Commands one after the other, or joined; nothing that repeats, chooses or opens another shell. */
const JOINED = new Set(['Script', 'Statement', 'AndOr', 'Pipeline', 'Negation', 'Time', 'Command']);
const OUTPUT = new Set(['>', '>>', '>|', '>&', '&>', '&>>']);

/**
 * The commands of a line in which nothing puts a file, a variable or another command into their words or their input, as
 * the shell reads it. Undefined where something may. Output may go to a file if `mayRedirect`.
 */
export function plainCommands(line: string, { mayRedirect }: { mayRedirect: boolean }): Words[] | undefined {
  const script = parse(line);
  if ((script.errors ?? []).length > 0) return undefined;
  const found: Words[] = [];
  const isPlain = (node: SyntaxNode): boolean => {
    if (!JOINED.has(node.type)) return false;
    if (node.type !== 'Command') return childrenOf(node).every(isPlain);
    const { name, prefix, args, redirects } = node;
    const words = [...(name ? [name] : []), ...args].map((word) =>
      word.type === 'Word' ? plainWord(word) : undefined,
    );
    if (prefix.some(({ type }) => type === 'Assignment') || !words.every((word) => word !== undefined))
      return false;
    found.push(words);
    return redirects.every((redirect) => mayRedirect && isOutput(redirect));
  };
  return isPlain(script) ? found.filter((words) => words.length > 0) : undefined;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => void children.push(child));
  return children;
}

const isOutput = (redirect: Redirection): boolean =>
  redirect.type === 'Redirect' &&
  OUTPUT.has(redirect.operator) &&
  redirect.target !== undefined &&
  plainWord(redirect.target) !== undefined;

/** A word that stands for itself. The exit code of the command before is no file. */
function plainWord({ text, value, parts }: Word): string | undefined {
  if (text === '$?') return text;
  if (!parts) return /[\\~]/.test(text) ? undefined : value;
  const isText = parts.every((part) => {
    if (part.type === 'DoubleQuoted')
      return part.parts.every((one) => one.type === 'Literal') && !part.text.includes('\\');
    return part.type === 'SingleQuoted' || (part.type === 'Literal' && !/[\\~]/.test(part.text));
  });
  return isText ? value : undefined;
}
