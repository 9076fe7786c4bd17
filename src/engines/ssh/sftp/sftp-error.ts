import { STATUS } from './packet.ts';

/** What a server answered instead of what was asked for. */
export class SftpError extends Error {
  override readonly name = 'SftpError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof SftpError && error.status === STATUS.NO_SUCH_FILE;
