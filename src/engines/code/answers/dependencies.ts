import { ToolError } from '../../../core/errors.ts';
import type { Dependency, Dependent } from '../graph/dependencies.ts';
import { CODE_LANGUAGES, codeLanguageOf } from '../languages.ts';
import type { Tree } from '../trees.ts';
import { type IndexState, indexDoubts, indexState, reasonOf, type Trust } from './freshness.ts';

export interface DependencyAnswer extends Trust {
  readonly path: string;
  readonly dependencies: readonly Dependency[];
  readonly dependents?: readonly Dependent[];
  readonly cycle?: readonly string[];
  readonly index: IndexState;
}

const WAIT_MS = 8000;

/** What a file imports needs that file alone; who imports it needs all of them. */
export const createDependencies =
  (tree: Tree) =>
  async (named: string, dependents: 'none' | 'direct' | 'all'): Promise<DependencyAnswer> => {
    const open = await tree.open(named);
    if (open.isFolder)
      throw new ToolError('VALIDATION', `${named} is a directory`, {
        hint: 'Name a file; context_outline maps a directory.',
      });
    if (!codeLanguageOf(open.path))
      throw new ToolError('UNSUPPORTED_LANGUAGE', `${named} is in no language that can be read as code`, {
        hint: `Supported: ${CODE_LANGUAGES.join(', ')}.`,
      });
    if (dependents !== 'none') await open.wait(WAIT_MS);
    const answer = await open.ask('dependencies', { file: open.path, dependents });
    open.progress = answer.progress;
    const doubts = [
      ...(answer.isRead ? [] : [`${named} is ignored, or cannot be read`]),
      ...(answer.note === undefined ? [] : [answer.note]),
      ...(dependents === 'none' ? [] : indexDoubts(open)),
      ...answer.dependencies
        .filter(({ type, origin }) => type === 'unresolved' && origin === undefined)
        .map(({ name }) => `nothing was found for ${name}`),
      ...originDoubts(answer.dependencies),
    ];
    const reason = reasonOf(doubts);
    return {
      path: open.named(open.path),
      dependencies: answer.dependencies.map(({ origin: _, ...one }) =>
        one.type === 'local' ? { ...one, name: open.named(one.name) } : one,
      ),
      ...(dependents !== 'none' && {
        dependents: answer.dependents
          .filter(({ file }) => open.isShown(file))
          .map((one) => ({ ...one, file: open.named(one.file) })),
      }),
      ...(answer.cycle && { cycle: answer.cycle.filter(open.isShown).map(open.named) }),
      index: indexState(open),
      tier: 'graph',
      complete: doubts.length === 0,
      ...(reason !== undefined && { reason }),
    };
  };

/** In many languages the name of a module does not say which package it is of. */
function originDoubts(dependencies: readonly Dependency[]): string[] {
  const guessed = dependencies.filter(({ origin }) => origin === 'guess').map(({ name }) => name);
  const unknown = dependencies.filter(({ origin }) => origin === 'unknown').map(({ module }) => module);
  return [
    ...(guessed.length > 0 ? [`that ${listed(guessed)} is meant is told by the name alone`] : []),
    ...(unknown.length > 0 ? [`no manifest tells which package ${listed(unknown)} is of`] : []),
  ];
}

const MOST_LISTED = 5;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return `${names.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
