import { counted } from '../../../core/text/counted.ts';
import type { Definition } from '../graph/find-definition.ts';
import { codeLanguageOf } from '../languages.ts';
import type { ServerPool } from '../semantic/server-pool.ts';
import type { OpenTree, Tree } from '../trees.ts';
import { candidatesFor, plainNameOf, type SymbolQuery, wantedIn } from './find-symbol.ts';
import { type IndexState, indexDoubts, indexState, reasonOf, type Trust, waitIfSoon } from './freshness.ts';
import { definitionsOfUse, noUse, placeOfUse } from './used-there.ts';

export interface DefinitionAnswer extends Trust {
  readonly definitions: readonly Definition[];
  readonly index: IndexState;
}

const MOST = 100;

export const createDefinitions =
  (tree: Tree, pool: ServerPool) =>
  async (query: SymbolQuery): Promise<DefinitionAnswer> => {
    const open = await tree.open(query.path);
    await waitIfSoon(open);
    const name = plainNameOf(query.symbol);
    const candidates = await candidatesFor(open, [name]);
    const wanted = wantedIn(open, query);
    const { definitions, isGuess, progress } = await open.ask('definition', { wanted, candidates });
    open.progress = progress;
    const use = isGuess ? await placeOfUse(open, query) : undefined;
    const told = use ? await definitionsOfUse(open, { use, name, pool }) : [];
    const isKnown = told.length > 0;
    const shown = (isKnown ? told : definitions).filter(({ file }) => open.isShown(file));
    const isExact = isKnown || (wanted.file !== undefined && !isGuess && isOneThing(shown));
    const doubts = [
      ...(isExact || candidates ? [] : indexDoubts(open)),
      ...(isGuess && !isKnown
        ? [use ? 'found by name: which one is meant needs types' : noUse(open, query)]
        : []),
      ...(!isExact && shown.length > 1
        ? [`${shown.length} definitions have this name; give path and line of a use to choose`]
        : []),
      ...(shown.length === 0 ? await writtenDoubts(open, name) : []),
      ...(shown.length > MOST ? [`these are the first ${MOST}`] : []),
    ];
    const reason = reasonOf(doubts);
    return {
      definitions: shown.slice(0, MOST).map((one) => ({ ...one, file: open.named(one.file) })),
      index: indexState(open),
      tier: isKnown ? 'semantic' : isExact ? 'graph' : 'syntax',
      complete: doubts.length === 0,
      ...(reason !== undefined && { reason }),
    };
  };

/** A function with several signatures, or an interface in parts, is one name in one place. */
const isOneThing = (definitions: readonly Definition[]): boolean => {
  const [first] = definitions;
  return (
    definitions.every(
      ({ file, container, kind }) =>
        file === first?.file && container === first.container && kind === first.kind,
    ) && first !== undefined
  );
};

/** Where a name is written as code, something defines it: here, in a way that is not read, or outside. */
async function writtenDoubts(open: OpenTree, name: string): Promise<string[]> {
  const files = (await open.candidates([name])).filter(
    (file) => codeLanguageOf(file) !== undefined && open.isShown(file),
  );
  const { references, total, unread } = await open.ask('occurrences', { name, files, limit: 1 });
  const [first] = references;
  const others = total > 1 ? ` and ${total - 1} more places` : '';
  return [
    ...(first
      ? [
          `the name is written in ${open.named(first.file)}:${first.line}${others}, and no definition of it was recognized`,
        ]
      : []),
    ...(unread.length > 0
      ? [`${counted(unread.length, 'file that holds', 'files that hold')} ${name} took too long to read`]
      : []),
  ];
}
