import type { ErrorCode } from '../../core/errors.ts';

/** A call that policy or a person did not allow. */
export class PermissionDeniedError extends Error {
  override readonly name = 'PermissionDeniedError';
  readonly code: ErrorCode;

  constructor(message: string, code: ErrorCode = 'PERMISSION_DENIED') {
    super(message);
    this.code = code;
  }
}

/** Failures that mean "not allowed", rather than "tried and failed". */
const REFUSALS: readonly ErrorCode[] = [
  'PERMISSION_DENIED',
  'BLOCKED_BY_POLICY',
  'APPROVAL_PENDING',
  'APPROVAL_EXPIRED',
  'OUTSIDE_ROOT',
  'PROTECTED_PATH',
];

export const isRefusal = (code: ErrorCode): boolean => REFUSALS.includes(code);
