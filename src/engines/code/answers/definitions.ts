import type { Definition } from '../graph/find-definition.ts';
import type { Tree } from '../trees.ts';
import { candidatesFor, plainNameOf, type SymbolQuery, wantedIn } from './find-symbol.ts';
import { type IndexState, indexDoubts, indexState, reasonOf, type Trust } from './freshness.ts';

export interface DefinitionAnswer extends Trust {
  readonly definitions: readonly Definition[];
  readonly index: IndexState;
}

const WAIT_MS = 300;
const MOST = 100;

export const createDefinitions =
  (tree: Tree) =>
  async (query: SymbolQuery): Promise<DefinitionAnswer> => {
    const open = await tree.open(query.path);
    await open.wait(WAIT_MS);
    const candidates = await candidatesFor(open, [plainNameOf(query.symbol)]);
    const wanted = wantedIn(open, query);
    const { definitions, progress } = await open.ask('definition', { wanted, candidates });
    open.progress = progress;
    const shown = definitions.filter(({ file }) => open.isShown(file));
    const isExact = wanted.file !== undefined && shown.length === 1;
    const doubts = [
      ...(isExact || candidates ? [] : indexDoubts(open)),
      ...(shown.length > 1
        ? [`${shown.length} definitions have this name; give path and line of a use to choose`]
        : []),
      ...(shown.length > MOST ? [`these are the first ${MOST}`] : []),
    ];
    const reason = reasonOf(doubts);
    return {
      definitions: shown.slice(0, MOST).map((one) => ({ ...one, file: open.named(one.file) })),
      index: indexState(open),
      tier: isExact ? 'graph' : 'syntax',
      complete: doubts.length === 0,
      ...(reason !== undefined && { reason }),
    };
  };
