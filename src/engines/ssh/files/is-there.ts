import type { Machine } from '../machines.ts';
import { isMissing } from '../sftp/sftp-error.ts';
import { absolutePath } from './remote-place.ts';

const LONGEST_MS = 2000;

/** Whether a file is there, as an open connection tells; undefined where there is none, or it takes too long. */
export async function isThere(machine: Machine | undefined, path: string): Promise<boolean | undefined> {
  if (machine?.home === undefined) return undefined;
  const { home, host } = machine;
  try {
    return await machine.pool.withSftp(async (sftp) => {
      await sftp.stat(absolutePath(path, { home, root: host.root }));
      return true;
    }, AbortSignal.timeout(LONGEST_MS));
  } catch (error) {
    return isMissing(error) ? false : undefined;
  }
}
