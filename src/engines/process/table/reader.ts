import { inputOf, programOf } from '../child/proc-files.ts';
import { findTree, type TreeRoot } from '../child/process-tree.ts';

/**
 * The file of the program that reads what is typed into a tree: of those that hold its input, and are in front on its
 * terminal, the one that all others wait for. Undefined where that is not one program.
 */
export function readerOf(root: TreeRoot): string | undefined {
  const input = inputOf(root.pid);
  if (input === undefined) return undefined;
  const readers = findTree(root).filter(
    ({ pid, group, foreground }) => inputOf(pid) === input && (foreground === -1 || group === foreground),
  );
  const parents = new Set(readers.map(({ parent }) => parent));
  const [reader, ...others] = readers.filter(({ pid }) => !parents.has(pid));
  return reader && others.length === 0 ? programOf(reader.pid) : undefined;
}
