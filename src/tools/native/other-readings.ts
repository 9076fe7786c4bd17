import type { Script, Word, WordPart } from 'unbash';
import { nodesIn } from '../../core/shell/nodes-in.ts';
import { zshPatternOf } from './zsh-pattern.ts';

/** A line as another shell reads it, written so that Bash reads it like that, too. */
export interface OtherReading {
  /** Undefined where it cannot be written down. */
  readonly line: string | undefined;
  readonly why: string;
}

/** What sh makes of braces, and zsh of variables without quotes and of letters that are wildcards there. */
export function otherReadings(line: string, script: Script): readonly OtherReading[] {
  const braces: Edit[] = [];
  const variables: Edit[] = [];
  const patterns: Edit[] = [];
  for (const node of nodesIn(script)) {
    if (node.type === 'Word') {
      braces.push(...bracesOf(node));
      variables.push(...variablesOf(node));
      patterns.push(...patternsOf(node));
    }
  }
  return [
    ...(braces.length > 0 ? [{ line: edited(line, braces), why: 'sh does not expand braces' }] : []),
    ...(variables.length > 0
      ? [{ line: edited(line, variables), why: 'zsh takes a variable for one word' }]
      : []),
    ...(patterns.length > 0
      ? [{ line: edited(line, patterns), why: 'zsh may look for files with # ^ ~ or {}' }]
      : []),
  ];
}

interface Edit {
  readonly pos: number;
  readonly end: number;
  readonly before: string;
  /** Undefined where it cannot be written down. */
  readonly after: string | undefined;
}

const editOf = ({ pos, end, text }: Extract<WordPart, { text: string }>, after: string): Edit => ({
  pos,
  end,
  before: text,
  after,
});

const bracesOf = ({ parts = [] }: Word): Edit[] =>
  parts.flatMap((part) =>
    part.type === 'BraceExpansion' ? [editOf(part, part.text.replace(/(?<![$\\])[{}]/g, '\\$&'))] : [],
  );

const variablesOf = ({ parts = [] }: Word): Edit[] =>
  parts.flatMap((part) =>
    part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion'
      ? [editOf(part, `"${part.text}"`)]
      : [],
  );

function patternsOf(word: Word): Edit[] {
  const found = zshPatternOf(word);
  return found ? [{ pos: word.pos, end: word.end, before: word.text, after: found.pattern }] : [];
}

function edited(line: string, edits: readonly Edit[]): string | undefined {
  const isInside = (edit: Edit) =>
    edits.some((other) => other !== edit && other.pos <= edit.pos && edit.end <= other.end);
  // In backticks, where something is escaped, the parser counts anew.
  if (edits.some(({ pos, end, before, after }) => after === undefined || line.slice(pos, end) !== before))
    return undefined;
  return edits
    .filter((edit) => !isInside(edit))
    .toSorted((a, b) => b.pos - a.pos)
    .reduce((text, { pos, end, after }) => text.slice(0, pos) + (after ?? '') + text.slice(end), line);
}
