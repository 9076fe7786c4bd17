import type { Outline } from '../outline/outline.ts';
import type { Tree } from '../trees.ts';
import { type IndexState, indexDoubts, indexState, reasonOf, type Trust } from './freshness.ts';

export interface OutlineAnswer extends Outline, Trust {
  readonly path: string;
  readonly index: IndexState;
}

const WAIT_MS = 8000;

/** A map needs to know who uses what: it waits for the index, but not for ever. */
export const createOutlines =
  (tree: Tree) =>
  async (named: string, budgetTokens: number): Promise<OutlineAnswer> => {
    const open = await tree.open(named);
    await open.wait(WAIT_MS);
    const folder = open.isFolder ? open.path : open.path.slice(0, Math.max(0, open.path.lastIndexOf('/')));
    const { progress, ...outline } = await open.ask('outline', {
      folder: folder === '' ? '' : `${folder}/`,
      budgetTokens,
      documents: folder === '' ? open.documents : [],
    });
    open.progress = progress;
    const doubts = indexDoubts(open);
    const reason = reasonOf(doubts);
    return {
      ...outline,
      readFirst: outline.readFirst.filter(({ file }) => open.isShown(file)),
      path: open.named(folder),
      index: indexState(open),
      tier: 'graph',
      complete: doubts.length === 0,
      ...(reason !== undefined && { reason }),
    };
  };
