import { ToolError } from '../../../core/errors.ts';
import { type Attributes, kindInWords } from '../sftp/attributes.ts';
import { OPEN } from '../sftp/sftp.ts';
import { explained } from './remote-file-error.ts';
import { absolutePath, type Reached, type RemotePlace, reachable } from './remote-place.ts';

export interface OpenFile extends Reached {
  readonly handle: Uint8Array;
  /** As they were before it was opened. */
  readonly attributes: Attributes;
  /** Its attributes now; throws where a link was put in its way before it was opened. */
  readonly look: () => Promise<Attributes>;
}

/**
 * Opens what can be read to an end. To open a pipe waits until somebody writes into it, and a server that waits
 * answers nobody else either: so it is looked at first.
 */
export async function openToRead(
  path: string,
  place: RemotePlace,
  options: { readonly onDirectory: string; readonly takesDevice?: boolean },
): Promise<OpenFile> {
  const { sftp } = place;
  // Both at once, for a long way's sake.
  const looking = sftp.stat(absolutePath(path, place));
  looking.catch(() => {});
  const reached = await reachable(path, place, 'read');
  return explained(reached.path, place, async () => {
    const attributes = await looking;
    checkKind(reached.path, attributes, place, options);
    const handle = await sftp.openFile(reached.real, OPEN.READ);
    const look = async (): Promise<Attributes> => {
      const [opened, real] = await Promise.all([sftp.fstat(handle), sftp.realPath(reached.real)]);
      if (real === reached.real) return opened;
      throw new ToolError('CONFLICT', `${reached.path} on ${place.host} changed while it was opened`, {
        retryable: true,
        hint: 'Try again.',
      });
    };
    return { ...reached, handle, attributes, look };
  });
}

function checkKind(
  path: string,
  attributes: Attributes,
  { host }: RemotePlace,
  { onDirectory, takesDevice = false }: { readonly onDirectory: string; readonly takesDevice?: boolean },
): void {
  const kind = kindInWords(attributes);
  if (kind === 'a directory')
    throw new ToolError('VALIDATION', `${path} on ${host} is a directory`, { hint: onDirectory });
  if (kind !== undefined && !(takesDevice && kind === 'a device'))
    throw new ToolError('VALIDATION', `${path} on ${host} is ${kind}, not a file`, {
      hint: 'What comes out of it can be read with acp_remote_execute_command and a timeout.',
    });
}
