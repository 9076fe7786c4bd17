import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { type Command, parse } from 'unbash';
import { nodesIn } from '../../core/shell/nodes-in.ts';
import { isMove } from '../../core/shell/plain-moves.ts';
import { isLiteral } from '../../core/shell/plain-variables.ts';

const MOST = 16;

/**
 * Where a terminal may be that has run a line, if it was in one of these directories before; undefined where nobody can
 * tell. What happens in a subshell, or not at all, is not told apart: it only adds a directory.
 */
export function placesBehind(line: string, before: readonly string[]): readonly string[] | undefined {
  const places = new Set(before);
  for (const move of movesIn(line)) {
    const to = destinationOf(move);
    if (to === undefined) return undefined;
    for (const place of [...places]) places.add(resolve(place, to));
    if (places.size > MOST) return undefined;
  }
  return [...places];
}

/** Of these, where a line does something: a chain that begins with `cd DIR &&` ends where there is no such directory. */
export function placesToRun(line: string, places: readonly string[]): readonly string[] {
  const [statement, ...others] = parse(line).commands;
  const chain = statement?.command;
  if (others.length > 0 || chain?.type !== 'AndOr' || chain.operators.some((one) => one !== '&&'))
    return places;
  const [first] = chain.commands;
  if (first?.type !== 'Command' || !isMove(first) || first.redirects.length > 0) return places;
  const to = destinationOf(first);
  return to === undefined || to === '.' ? places : places.filter((place) => existsSync(resolve(place, to)));
}

/** In the order they stand. */
function movesIn(line: string): Command[] {
  const moves: Command[] = [];
  for (const node of nodesIn(parse(line))) {
    if (isMove(node)) moves.push(node);
  }
  return moves.toSorted((a, b) => a.pos - b.pos);
}

function destinationOf({ name, args }: Command): string | undefined {
  const [to, ...more] = args.filter(({ text }) => !/^-[LPe@]+$|^--$/.test(text));
  // Back to where it was before.
  if (name?.value === 'popd' || to?.text === '-') return '.';
  if (to === undefined) return homedir();
  if (to.type !== 'Word' || more.length > 0 || !isLiteral(to) || /^[-+]/.test(to.value)) return undefined;
  if (/^~(\/|$)/.test(to.text)) return homedir() + to.value.slice(1);
  return /^~/.test(to.text) ? undefined : to.value;
}
