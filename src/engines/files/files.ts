import type { PathAccess } from '../../core/call/touch.ts';
import { resolveFrom } from '../../core/path/paths.ts';
import type { CutText } from '../../core/text/cut-text.ts';
import type { EntryType } from './open/entry-type.ts';
import { checkFileName, checkNewName, checkWellFormed } from './open/nameable.ts';
import type { PathVerdict, Reach } from './open/reach.ts';
import { realPathOf } from './open/real-path.ts';
import { checkWindowsPath } from './open/windows-path.ts';
import type { ReadFile } from './read/file-content.ts';
import type { FileInfo } from './read/inspect.ts';
import { NUMBER_BYTES, numberLines } from './read/number-lines.ts';
import { readFile } from './read/read.ts';
import type { TextEncoding } from './read/text-form.ts';
import type { Deleted } from './tree/delete.ts';
import { type Listing, type ListOptions, listDirectory } from './tree/list.ts';
import type { Moved } from './tree/move.ts';
import type { EditOptions, WriteOptions } from './write/plan-change.ts';
import type { Filler } from './write/replace-file.ts';
import type { Source } from './write/transfer.ts';
import { createTurns } from './write/turns.ts';
import type { Edited, Written } from './write/write.ts';

interface PageRequest {
  readonly startLine: number;
  readonly startColumn: number;
  readonly maxLines: number;
  readonly encoding: TextEncoding | 'base64';
  readonly maxBytes?: number | undefined;
  readonly lineNumbers?: boolean;
}

/** Files as one call may reach them: every path is checked on the opened descriptor against the roots. */
export interface FilesEngine {
  read(path: string, page: PageRequest): ReadFile | Promise<ReadFile>;
  list(path: string, options: ListOptions): Listing;
  typeAt(path: string): Promise<EntryType | undefined>;
  info(path: string): Promise<FileInfo>;
  write(path: string, options: WriteOptions): Promise<Written>;
  edit(path: string, options: EditOptions): Promise<Edited>;
  move(from: string, to: string, options: { readonly overwrite: boolean }): Promise<Moved>;
  copy(from: string, to: string, options: CopyRequest): Promise<Moved>;
  delete(path: string, options: { readonly toTrash: boolean }): Promise<Deleted>;
  restore(trashPath: string): Promise<{ readonly path: string }>;
  makeDirectory(path: string): Promise<{ readonly path: string; readonly created: boolean }>;
  /** A file of any size that is sent elsewhere; the caller closes it. */
  openSource(path: string): Promise<Source>;
  /** A file of any size that comes from elsewhere, put in place in one step; answers where it is. */
  receive(path: string, options: ReceiveRequest, fill: Filler): Promise<string>;
  /** What a write would change; for an edit there is its dry run. */
  diffOfWrite(path: string, options: WriteOptions): Promise<string>;
  /** What is there now, in a word that changes when it does: what an approval to change it is bound to. */
  stateOf(path: string): Promise<string>;
}

interface ReceiveRequest {
  readonly createDirs: boolean;
  readonly overwrite: boolean;
}

interface CopyRequest {
  readonly overwrite: boolean;
  readonly onBytes: (bytes: number) => void;
}

export interface FilesParts {
  /** Text that one answer holds. */
  readonly pageBytes: number;
  readonly maxWriteBytes: number;
  readonly trash: { readonly place: string; readonly keepMs: number };
  readonly judge: (path: string, access: PathAccess, reach: Pick<Reach, 'roots' | 'cwd'>) => PathVerdict;
}

/** Opens files for calls; whatever changes a file takes turns with the others that do. */
export type OpenFiles = (owner: FilesOwner) => FilesEngine;

/** Whose call it is. */
interface FilesOwner extends Pick<Reach, 'denied' | 'ledTo'> {
  readonly caller: Pick<Reach, 'roots' | 'cwd'>;
  readonly cut: CutText;
  readonly signal: AbortSignal;
}

const MAX_BINARY_BYTES = 10_485_760;

const checkName = (path: string): string => (process.platform === 'win32' ? checkWindowsPath(path) : path);

export function createFiles({
  pageBytes,
  maxWriteBytes,
  trash: { place, keepMs },
  judge,
}: FilesParts): OpenFiles {
  const inTurn = createTurns();
  return ({ caller: { roots, cwd }, denied, ledTo, cut, signal }) => {
    const reach: Reach = {
      roots,
      cwd,
      denied,
      ledTo,
      judge: (path, access) => judge(path, access, { roots, cwd }),
    };
    const at = (path: string): string => checkName(resolveFrom(cwd, checkWellFormed(path)));
    const newAt = (path: string): string => checkNewName(at(path), roots);
    const change = <T>(paths: readonly string[], act: () => Promise<T>): Promise<T> =>
      inTurn(
        paths.map((path) => realPathOf(at(path))),
        act,
      );
    return {
      read: (path, { maxBytes, lineNumbers = false, ...page }) => {
        const pageLimit = Math.min(maxBytes ?? pageBytes, pageBytes);
        const textLimit = lineNumbers ? Math.max(1, pageLimit - NUMBER_BYTES) : pageLimit;
        const options = { ...page, cut, maxBytes: textLimit, maxBinaryBytes: maxBytes ?? MAX_BINARY_BYTES };
        const file = readFile(at(path), reach, options, signal);
        if (!lineNumbers) return file;
        const number = (read: ReadFile) =>
          numberLines(read, { startLine: page.startLine, maxBytes: pageLimit });
        return file instanceof Promise ? file.then(number) : number(file);
      },
      list: (path, options) => listDirectory(at(path), reach, options),
      // Reading is what most calls do; what the others need is loaded when it is first needed.
      typeAt: async (path) => (await import('./read/inspect.ts')).typeAt(at(path), reach),
      info: async (path) => (await import('./read/inspect.ts')).infoOf(at(path), reach),
      stateOf: async (path) => (await import('./open/state.ts')).stateOf(at(path), reach, maxWriteBytes),
      write: (path, options) =>
        change([path], async () => {
          const { writeFile } = await import('./write/write.ts');
          return writeFile(newAt(checkFileName(path)), reach, maxWriteBytes, options);
        }),
      ...transfersOf(reach, { at, newAt, change }),
      diffOfWrite: async (path, options) =>
        (await import('./write/write.ts')).diffOfWrite(at(path), reach, maxWriteBytes, options),
      edit: (path, options) =>
        change([path], async () => {
          const { editFile } = await import('./write/write.ts');
          return editFile(at(path), reach, maxWriteBytes, options);
        }),
      move: (from, to, options) =>
        change([from, to], async () => {
          const { movePath } = await import('./tree/move.ts');
          return movePath(at(from), newAt(to), reach, options, signal);
        }),
      copy: (from, to, options) =>
        change([to], async () => {
          const { copyPath } = await import('./tree/copy.ts');
          return copyPath(at(from), newAt(to), reach, options, signal);
        }),
      delete: (path, { toTrash }) =>
        change([path], async () => {
          const { createTrash } = await import('./tree/trash.ts');
          const { deleteFile } = await import('./tree/delete.ts');
          return deleteFile(at(path), reach, toTrash ? createTrash(place, keepMs) : undefined, signal);
        }),
      restore: async (trashPath) => {
        const { createTrash } = await import('./tree/trash.ts');
        return { path: await createTrash(place, keepMs).restore(trashPath, reach, signal) };
      },
      makeDirectory: async (path) =>
        (await import('./write/make-directory.ts')).makeDirectory(newAt(path), reach),
    };
  };
}

interface Places {
  readonly at: (path: string) => string;
  readonly newAt: (path: string) => string;
  readonly change: <T>(paths: readonly string[], act: () => Promise<T>) => Promise<T>;
}

/** Files that go to other machines, or come from them. */
const transfersOf = (
  reach: Reach,
  { at, newAt, change }: Places,
): Pick<FilesEngine, 'openSource' | 'receive'> => ({
  openSource: async (path) => (await import('./write/transfer.ts')).openSource(at(path), reach),
  receive: (path, options, fill) =>
    change([path], async () => {
      const { receiveFile } = await import('./write/transfer.ts');
      return receiveFile(newAt(checkFileName(path)), reach, options, fill);
    }),
});
