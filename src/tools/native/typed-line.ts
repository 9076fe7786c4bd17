import { forEachChild, type Script, type SyntaxNode } from 'unbash';
import { nodesIn } from '../../core/shell/nodes-in.ts';
import { betweenWords } from './between-words.ts';

/**
 * Why a line may do something else where it is typed into a terminal than as a script; undefined where it is the same. A
 * shell that people type into completes names, recalls earlier lines, and zsh then knows no comments.
 */
export function differenceWhenTyped(line: string, script: Script): string | undefined {
  if (line.includes('\t')) return 'a terminal completes a name at a tab';
  if (line.trim().includes('\n') && script.commands.length > 1)
    return 'a program that runs first may read the lines below it from the terminal';
  if (staysBehind(script)) return 'what it defines stays in the terminal, for later commands';
  if (/^\^/m.test(line)) return 'a terminal changes the line before at ^';
  if (recallsLines(line, script)) return 'a terminal takes ! for an earlier line';
  return betweenWords(line, script).includes('#') ? 'zsh runs what stands behind # in a terminal' : undefined;
}

/** A function, or another name for a command: `pwd` may be something else then. */
function staysBehind(script: Script): boolean {
  for (const node of nodesIn(script)) {
    if (node.type === 'Function' || (node.type === 'Command' && node.name?.value === 'alias')) return true;
  }
  return false;
}

/** In Bash and zsh alike, unless a blank, an equals sign or the end follows. */
const RECALLS = /!(?![\s=]|$)/;

function recallsLines(line: string, script: Script): boolean {
  const outside = withoutSingleQuotes(line, script);
  // Bash looks for single quotes by itself, line by line, and any other quote beside them may mislead it.
  return (
    RECALLS.test(outside) || (RECALLS.test(line) && /['\n]/.test(outside + line.trim().replace(/[^\n]/g, '')))
  );
}

/** Those in double quotes quote nothing. */
function withoutSingleQuotes(line: string, script: Script): string {
  const quoted: { readonly pos: number; readonly end: number }[] = [];
  const stack: SyntaxNode[] = [script as SyntaxNode];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'SingleQuoted') quoted.push(node);
    if (!/^(DoubleQuoted|LocaleString|HereDocBody)$/.test(node.type))
      forEachChild(node, (child) => stack.push(child));
  }
  return quoted
    .toSorted((a, b) => b.pos - a.pos)
    .reduce((text, { pos, end }) => `${text.slice(0, pos)}x${text.slice(end)}`, line);
}
