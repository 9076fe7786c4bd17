import { posix } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { type Attributes, kindInWords, permissionsOf, typeOf } from '../sftp/attributes.ts';
import { STATUS } from '../sftp/packet.ts';
import { SftpError } from '../sftp/sftp-error.ts';
import type { RemotePlace } from './remote-place.ts';

const LOOK = 'acp_remote_list_files shows what is there.';
/** Below this a disk counts as full: what failed was larger. */
const HARDLY_ANYTHING = 65_536;

/** What was going on. */
interface Doing {
  readonly isWriting?: boolean;
  /** What to do where its directory is missing. */
  readonly onMissing?: string;
}

/** A write that can make its directories. */
export const CREATING: Doing = {
  isWriting: true,
  onMissing: 'Set createDirs to true, or make it with acp_remote_make_directory.',
};

/** SFTP has few words for what went wrong; the rest is found out by looking. */
export async function remoteFileError(
  error: unknown,
  path: string,
  place: RemotePlace,
  { isWriting = false, onMissing = LOOK }: Doing = {},
): Promise<unknown> {
  if (!(error instanceof SftpError)) return error;
  if (error.status === STATUS.NO_SUCH_FILE) return missing(path, place, onMissing, error);
  if (error.status === STATUS.PERMISSION_DENIED) return denied(path, place, error);
  return (isWriting ? await fullDisk(path, place, error) : undefined) ?? other(path, place, error);
}

/** Runs `act`; what fails is told in words. */
export async function explained<T>(
  path: string,
  place: RemotePlace,
  act: () => Promise<T>,
  options?: Doing,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw await remoteFileError(error, path, place, options);
  }
}

async function look(path: string, { sftp }: RemotePlace): Promise<Attributes | undefined> {
  return sftp.stat(path).catch(() => undefined);
}

/** What is not there: the path itself, or the directory it would stand in. */
export async function missing(
  path: string,
  place: RemotePlace,
  hint: string,
  cause: Error,
): Promise<ToolError> {
  const { host } = place;
  const parent = posix.dirname(path);
  const above = await look(parent, place);
  if (above && typeOf(above) !== 'directory')
    return new ToolError('NOT_FOUND', `${path} does not exist on ${host}: ${parent} is not a directory`, {
      cause,
      hint: LOOK,
    });
  if (above) return missingEntry(path, place, cause);
  return new ToolError('NOT_FOUND', `The directory ${parent} does not exist on ${host}`, {
    cause,
    hint,
  });
}

/** Its directory is there. */
async function missingEntry(path: string, place: RemotePlace, cause: Error): Promise<ToolError> {
  const where = `${path} on ${place.host}`;
  const found = await look(path, place);
  // To list what is no directory is answered as if it were missing.
  if (found && typeOf(found) === 'file')
    return new ToolError('VALIDATION', `${where} is a file`, {
      cause,
      hint: 'Read it with acp_remote_read_file.',
    });
  if (found)
    return new ToolError('VALIDATION', `${where} is ${kindInWords(found) ?? 'something else'}`, {
      cause,
      hint: LOOK,
    });
  const entry = await place.sftp.lstat(path).catch(() => undefined);
  return entry && typeOf(entry) === 'symlink'
    ? new ToolError('NOT_FOUND', `${where} is a link that leads nowhere`, { cause, hint: LOOK })
    : new ToolError('NOT_FOUND', `${path} does not exist on ${place.host}`, { cause, hint: hintFor(path) });
}

/** Bytes that are no UTF-8 are shown as this character, and cannot be told from it afterwards. */
const hintFor = (path: string): string =>
  path.includes('\uFFFD')
    ? 'Its name is not valid UTF-8; acp_remote_execute_command reaches it, with a pattern such as *.'
    : LOOK;

async function denied(path: string, place: RemotePlace, cause: Error): Promise<ToolError> {
  const { host, user } = place;
  const found = (await look(path, place)) ?? (await look(posix.dirname(path), place));
  const whose =
    found?.uid === undefined ? '' : ` (owner ${found.uid}:${found.gid}, mode ${permissionsOf(found)})`;
  return new ToolError('PERMISSION_DENIED', `${path} on ${host} is not open to ${user}${whose}`, {
    cause,
    hint: 'A person has to give that user the right to it.',
  });
}

async function fullDisk(
  path: string,
  { sftp, host }: RemotePlace,
  cause: Error,
): Promise<ToolError | undefined> {
  const directory = posix.dirname(path);
  const space = await sftp.space(directory).catch(() => undefined);
  if (!space || space.freeBytes > HARDLY_ANYTHING) return undefined;
  const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
  return new ToolError(
    'UNAVAILABLE',
    `The disk of ${host} is full: ${megabytes(space.freeBytes)} of ${megabytes(space.totalBytes)} MB free at ${directory}`,
    { cause, hint: 'Make room, and try again. What was there before is unchanged.' },
  );
}

async function other(path: string, place: RemotePlace, cause: SftpError): Promise<ToolError> {
  const { host } = place;
  const found = await look(path, place);
  if (found && typeOf(found) === 'directory')
    return new ToolError('VALIDATION', `${path} on ${host} is a directory`, { cause, hint: LOOK });
  if (posix.basename(path).length > 255)
    return new ToolError(
      'VALIDATION',
      `${posix.basename(path).slice(0, 60)}... is longer than a name may be`,
      { cause },
    );
  return new ToolError(
    'EXEC_FAILED',
    `${path} on ${host} cannot be used: ${cause.message} (status ${cause.status})`,
    {
      cause,
      hint: 'acp_remote_execute_command with ls -la shows more.',
    },
  );
}
