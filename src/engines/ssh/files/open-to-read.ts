import { ToolError } from '../../../core/errors.ts';
import { type Attributes, kindInWords } from '../sftp/attributes.ts';
import { OPEN } from '../sftp/sftp.ts';
import type { RemotePlace } from './remote-place.ts';

export interface OpenFile {
  readonly handle: Uint8Array;
  /** As they were before it was opened. */
  readonly attributes: Attributes;
}

/**
 * Opens what can be read to an end. To open a pipe waits until somebody writes into it, and a server that waits
 * answers nobody else either: so it is looked at first.
 */
export async function openToRead(
  path: string,
  { sftp, host }: RemotePlace,
  { onDirectory, takesDevice = false }: { readonly onDirectory: string; readonly takesDevice?: boolean },
): Promise<OpenFile> {
  const attributes = await sftp.stat(path);
  const kind = kindInWords(attributes);
  if (kind === 'a directory')
    throw new ToolError('VALIDATION', `${path} on ${host} is a directory`, { hint: onDirectory });
  if (kind !== undefined && !(takesDevice && kind === 'a device'))
    throw new ToolError('VALIDATION', `${path} on ${host} is ${kind}, not a file`, {
      hint: 'What comes out of it can be read with acp_remote_execute_command and a timeout.',
    });
  return { handle: await sftp.openFile(path, OPEN.READ), attributes };
}
