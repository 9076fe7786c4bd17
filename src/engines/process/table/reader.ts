import { atOnce } from '../child/in-turns.ts';
import { inputOf, placeOf, programOf } from '../child/proc-files.ts';
import { findTree, type TreeRoot } from '../child/process-tree.ts';

/**
 * The file of the program that reads what is typed into a tree: of those that hold its input, and are in front on its
 * terminal, the one that all others wait for. Undefined where that is not one program.
 */
export function readerOf(root: TreeRoot): string | undefined {
  const input = inputOf(`/proc/${root.pid}`);
  if (input === undefined) return undefined;
  const readers = atOnce(findTree(root)).filter(
    (process) =>
      inputOf(placeOf(process)) === input &&
      (process.foreground === -1 || process.group === process.foreground),
  );
  const parents = new Set(readers.map(({ parent }) => parent));
  const [reader, ...others] = readers.filter(({ pid }) => !parents.has(pid));
  return reader && others.length === 0 ? programOf(placeOf(reader)) : undefined;
}
