import type { Command, ParsedScript, Word } from 'unbash';
import { nodesIn } from './nodes-in.ts';

type Words = readonly string[];

/**
 * Whether a command of a line may exchange what a later one of it reads or runs: `git checkout x && node a.js`. A line is
 * judged as things are before it begins, so an answer to each of its commands by itself is none to that. `weighty` are
 * those that are asked about.
 */
export function changesWhatFollows(script: ParsedScript, weighty: readonly Words[]): boolean {
  const asked = weighty.map((words) => words.join(' '));
  const isAsked = (words: Words): boolean => asked.some((text) => text.endsWith(words.join(' ')));
  const commands = commandsIn(script);
  return commands.some((words, i) => {
    const later = commands.slice(i + 1);
    if (!isAsked(words) || leavesFiles(words)) return false;
    // It writes what the sources say by now, and could read anything itself.
    if (worksOnProject(words))
      return later.some((one) => isAsked(one) && !leavesFiles(one) && !worksOnProject(one));
    return !later.every(readsNoFile);
  });
}

/** In the order they stand. */
const commandsIn = (script: ParsedScript): readonly Words[] =>
  [...nodesIn(script)]
    .filter((node): node is Command => node.type === 'Command')
    .toSorted((a, b) => a.pos - b.pos)
    .map(({ name, args }) => (name ? [name, ...args] : []).map(textOf));

const textOf = (word: Word | { readonly type: string }): string => ('value' in word ? word.value : '');

const leavesFiles = (words: Words): boolean =>
  /^(git (add|commit|push|fetch|tag|branch)|mkdir|touch)( |$)/.test(words.join(' '));

/** Builds and tests, which no answer binds to the files that they read. */
const worksOnProject = (words: Words): boolean =>
  /^((p?npm|yarn|bun) (test|t|run|ci|install|i)|cargo (build|check|clippy|run|test)|go (build|run|test|vet)|make|mvn|gradle|\.\/gradlew|pytest|python3? -m pytest)( |$)/.test(
    words.join(' '),
  );

function readsNoFile([program = '', ...words]: Words): boolean {
  if (/^(echo|tr|true|false|pwd|exit)$/.test(program)) return true;
  const operands = words.filter((word) => !/^(-|\d+$)/.test(word));
  if (/^(cat|head|tail|wc|sort|uniq|nl|tac)$/.test(program)) return operands.length === 0;
  return (
    /^[ef]?grep$/.test(program) &&
    operands.length === 1 &&
    !words.some((word) => /^-[A-Za-z]*[rRf]/.test(word))
  );
}
