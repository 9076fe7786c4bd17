import { hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { isInside } from '../../core/path/paths.ts';
import { remember } from '../../core/timing/remember.ts';
import type { Reach } from '../files/open/reach.ts';
import type { SearchEngine } from '../search/search.ts';
import type { SearchTree } from '../search/search-tree.ts';
import type { CodeOwner } from './code.ts';
import { isManifest } from './graph/manifest-names.ts';
import { codeLanguageOf } from './languages.ts';
import type { Method, ReaderMethods, TreeFiles } from './reader/messages.ts';
import { type Reader, ReaderCrash } from './reader/reader.ts';
import type { IndexProgress } from './workspace/workspace.ts';

/** A root as one call sees it, looked at just now. */
export interface OpenTree {
  readonly root: string;
  /** What was named, relative to the root; empty for the root itself. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Documents at the top that introduce a project. */
  readonly documents: readonly string[];
  /** What a rule refuses to this call, as absolute paths. */
  readonly refused: readonly string[];
  /** Some files were too many to be read. */
  readonly filesLeftOut: number;
  progress: IndexProgress;
  ask<M extends TreeMethod>(method: M, params: Asked<M>): Promise<NonNullable<ReaderMethods[M]['result']>>;
  /** Waits for the index, telling how far it is. */
  wait(waitMs: number): Promise<IndexProgress>;
  /** Files that hold one of the words, as they are now. */
  candidates(words: readonly string[]): Promise<string[]>;
  /** What the caller can hand to another tool. */
  named(file: string): string;
  /** Nothing is shown that read_file would refuse or ask about, even if another agent had it read or a server named it. */
  isShown(file: string): boolean;
  readonly signal: AbortSignal;
}

export interface Tree {
  open(path: string): Promise<OpenTree>;
}

type TreeMethod = Exclude<Method, 'facts' | 'sync'>;
type Asked<M extends TreeMethod> = Omit<ReaderMethods[M]['params'], 'root'>;

interface Listed extends TreeFiles {
  readonly documents: readonly string[];
  readonly leftOut: number;
}

const MOST_FILES = 100_000;
const STEP_MS = 250;
/** A file that ends the process is known the next time; several may. */
const MOST_CRASHES = 4;

/** The files without those that a rule refuses: nothing that is made of all files tells of them. */
function viewOf({ root, files }: SearchTree, { denied }: Reach): View {
  const refused = denied ? files.filter((file) => denied.includes(`${root}/${file}`)) : [];
  const places = denied?.places ?? [];
  const paths = [
    ...places,
    ...refused.map((file) => `${root}/${file}`).filter((path) => !isInside(path, places)),
  ];
  if (refused.length === 0) return { files, refused: paths };
  const view = hash('sha256', refused.join('\0'));
  const known = views.get(files)?.get(view);
  if (known) return { files: known, view, refused: paths };
  const hidden = new Set(refused);
  const left = files.filter((file) => !hidden.has(file));
  views.set(files, (views.get(files) ?? new Map()).set(view, left));
  return { files: left, view, refused: paths };
}

interface View {
  readonly files: readonly string[];
  readonly view?: string;
  readonly refused: readonly string[];
}

// The same list has to stay the same while nothing changes, or it is sent again.
const views = new WeakMap<readonly string[], Map<string, readonly string[]>>();

/** Keeps the reading process told of the files of each root; nothing is sent twice while nothing changes. */
export function createTrees(reader: Reader) {
  const listed = new WeakMap<readonly string[], Listed>();
  const sent = new Map<string, readonly string[]>();
  const lookedAt = new Map<string, number | undefined>();
  const listOf = (files: readonly string[]): Listed => {
    const known = listed.get(files);
    if (known) return known;
    const list = sorted(files);
    listed.set(files, list);
    return list;
  };
  return {
    forCall: (owner: CodeOwner, search: SearchEngine, reach: Reach): Tree => ({
      open: async (path) => {
        const found = await search.tree(path);
        const { files, view, refused } = viewOf(found, reach);
        const list = listOf(files);
        const key = `${found.root}\0${view ?? ''}`;
        const sync: Sync = async ({ waitMs = 0, isLook = false, isAgain = false }) => {
          const tree = !isAgain && sent.get(key) === files ? undefined : list;
          const progress = await survive(() =>
            reader.ask('sync', { root: found.root, view, tree, isLook, waitMs }, { signal: owner.signal }),
          );
          if (!progress) return sync({ waitMs, isAgain: true });
          sent.set(key, files);
          return progress;
        };
        // Where every change is told, thousands of files need not be looked at to know that there was none.
        const isLook = found.changes === undefined || lookedAt.get(key) !== found.changes;
        const progress = await sync({ isLook });
        lookedAt.set(key, found.changes);
        return openTree({ found, view, refused, list, progress, sync, owner, search, reach, reader });
      },
    }),
  };
}

type Sync = (how: {
  readonly waitMs?: number;
  readonly isLook?: boolean;
  readonly isAgain?: boolean;
}) => Promise<IndexProgress>;

interface Parts {
  readonly found: SearchTree;
  readonly view: string | undefined;
  readonly refused: readonly string[];
  readonly list: Listed;
  readonly progress: IndexProgress;
  readonly sync: Sync;
  readonly owner: CodeOwner;
  readonly search: SearchEngine;
  readonly reach: Reach;
  readonly reader: Reader;
}

function openTree({
  found,
  view,
  refused,
  list,
  progress,
  sync,
  owner,
  search,
  reach,
  reader,
}: Parts): OpenTree {
  const { root } = found;
  const named = found.isFolder ? undefined : relative(root, found.path);
  const { caller, signal, onProgress } = owner;
  const tree: OpenTree = {
    root,
    path: relative(root, found.path),
    isFolder: found.isFolder,
    documents: list.documents,
    refused,
    filesLeftOut: list.leftOut,
    progress,
    ask: (method, params) =>
      survive(async () => {
        const ask = () => reader.ask(method, { root, view, ...params } as never, { signal }); // Sound: Asked<M> and the root.
        const answer = await ask();
        if (answer !== null) return answer as never;
        // A new process knows nothing of this root yet.
        tree.progress = await sync({ isAgain: true });
        return (await ask()) as never;
      }),
    wait: async (waitMs) => {
      const endAt = performance.now() + waitMs;
      while (!tree.progress.isReady && performance.now() < endAt) {
        tree.progress = await sync({ waitMs: Math.min(STEP_MS, endAt - performance.now()) });
        const { read, files, isReady } = tree.progress;
        if (!isReady) onProgress?.(read, files, `Reading code: ${read} of ${files} files`);
      }
      return tree.progress;
    },
    candidates: (words) => search.filesWithWords(root, words),
    named: (file) => nameFor(caller.cwd, root, file),
    // What the call itself names, the gate has judged.
    isShown: remember((file) =>
      file === named ? !reach.denied?.includes(found.path) : isFree(`${root}/${file}`, reach),
    ),
    signal,
  };
  return tree;
}

/** Whether a call may read a file without a question, by its name and by what lies there. */
function isFree(path: string, { roots, judge, denied }: Reach): boolean {
  try {
    return [path, realpathSync(path)].every((place) => {
      const { risk, isRefused } = judge(place, 'read');
      return risk === 'SAFE' && !isRefused && isInside(place, roots) && !denied?.includes(place);
    });
  } catch {
    return false;
  }
}

const nameFor = (cwd: string | undefined, root: string, file: string): string => {
  const path = file === '' ? root : `${root}/${file}`;
  return cwd !== undefined && isInside(path, [cwd]) ? relative(cwd, path) || '.' : path;
};

/** The next process knows which file ended this one, and leaves it out. */
async function survive<T>(act: () => Promise<T>, crashes = 0): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ReaderCrash)) throw error;
    if (crashes < MOST_CRASHES) return survive(act, crashes + 1);
    throw new ToolError('UNAVAILABLE', `Code cannot be read here: ${error.message}`, {
      hint: 'Name a smaller directory, or use search_text.',
      cause: error,
    });
  }
}

const DOCUMENT =
  /^(README|ARCHITECTURE|CONTRIBUTING|AGENTS|docs\/(index|README|architecture))\.(md|mdx|rst|txt)$/i;

function sorted(files: readonly string[]): Listed {
  const code = files.filter((file) => codeLanguageOf(file) !== undefined);
  return {
    code: code.slice(0, MOST_FILES),
    manifests: files.filter(isManifest),
    documents: files.filter((file) => DOCUMENT.test(file)).sort(byLength),
    leftOut: Math.max(0, code.length - MOST_FILES),
  };
}

// README before CONTRIBUTING before what lies deeper.
const byLength = (a: string, b: string): number => a.length - b.length;
