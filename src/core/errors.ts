import { withOwnCommand } from './process/own-command.ts';

interface CodeFacts {
  /** A number for clients that know only numbers; MCP itself decides what goes on the wire. */
  readonly jsonrpcCode: number;
  /** The same call may succeed when it is sent again; the place that throws may know better. */
  readonly retryable: boolean;
}

const EXECUTION_ERROR = -32603;

/** Every code a call can fail with; a new one is a new line here. */
export const ERROR_CODES = {
  VALIDATION: { jsonrpcCode: -32602, retryable: false },
  UNKNOWN_TOOL: { jsonrpcCode: -32601, retryable: false },
  NOT_FOUND: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
  OUTSIDE_ROOT: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
  PROTECTED_PATH: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
  PERMISSION_DENIED: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
  APPROVAL_PENDING: { jsonrpcCode: EXECUTION_ERROR, retryable: true },
  APPROVAL_EXPIRED: { jsonrpcCode: EXECUTION_ERROR, retryable: true },
  BLOCKED_BY_POLICY: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
  RATE_LIMITED: { jsonrpcCode: EXECUTION_ERROR, retryable: true },
  TIMEOUT: { jsonrpcCode: -32000, retryable: true },
  CANCELLED: { jsonrpcCode: EXECUTION_ERROR, retryable: true },
  UNSUPPORTED_LANGUAGE: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
  TOO_LARGE: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
  CONFLICT: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
  UNAVAILABLE: { jsonrpcCode: EXECUTION_ERROR, retryable: true },
  EXEC_FAILED: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
  CLIENT_CAPABILITY: { jsonrpcCode: -32021, retryable: false },
  INTERNAL: { jsonrpcCode: EXECUTION_ERROR, retryable: false },
} satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;

interface ToolErrorOptions {
  /** What to do next. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** What the tool produced before it failed, shaped like its output. */
  readonly data?: Record<string, unknown> | undefined;
  /** The same as text; a client may show a model nothing else of a failure. */
  readonly text?: string | undefined;
  /** Whether the same call may succeed when it is sent again, where that does not follow from the code. */
  readonly retryable?: boolean | undefined;
}

/** The one way a call fails: the message names the thing and the value, the hint says what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly text: string | undefined;
  readonly retryable: boolean;

  constructor(code: ErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.data = options.data;
    this.text = options.text;
    this.retryable = options.retryable ?? ERROR_CODES[code].retryable;
  }
}

/** The facts of an error as they leave the program. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly retryable: boolean;
  readonly jsonrpcCode: number;
}

export const reportError = (error: ToolError): ErrorReport => ({
  code: error.code,
  message: error.message,
  ...(error.hint !== undefined && { hint: withOwnCommand(error.hint) }),
  jsonrpcCode: ERROR_CODES[error.code].jsonrpcCode,
  retryable: error.retryable,
});

/** Anything thrown, as a ToolError; what we did not expect is INTERNAL and keeps its cause for the log. */
export const toToolError = (thrown: unknown): ToolError => {
  if (thrown instanceof ToolError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (isDiskFull(thrown))
    return new ToolError('UNAVAILABLE', `The disk is full: ${message}`, {
      cause: thrown,
      hint: 'Make room on the disk of the data directory, then call again; toolgate doctor shows more.',
    });
  return new ToolError('INTERNAL', message, {
    cause: thrown,
    hint: 'This is a defect of Toolgate; the log on stderr has the details.',
  });
};

const SQLITE_FULL = 13;

/** What Node and SQLite say of a disk, or a quota, that has no room. */
function isDiskFull(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code, errcode } = thrown as { code?: unknown; errcode?: unknown };
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL)
  );
}

/** Wrong use of the program (bad flag, bad config, busy port): the message is all a person needs. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
