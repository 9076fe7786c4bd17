import type { Answer, Meta } from '../core/call/call.ts';
import type { Content } from '../core/call/content.ts';
import { type ErrorReport, reportError, ToolError } from '../core/errors.ts';

type Data = Record<string, unknown>;

/** What a call answers. */
export type CallResult =
  | { readonly ok: true; readonly data: Data; readonly content: readonly Content[]; readonly meta: Meta }
  | {
      readonly ok: false;
      readonly error: ErrorReport;
      /** What there was before it failed, such as the output of a command. */
      readonly data: Data | null;
      readonly meta: Partial<Meta>;
    };

export function callResult(answer: Answer): CallResult {
  if (answer.kind !== 'result') return failed(unanswerable(), {});
  if (!answer.ok) return failed(answer.error, answer.meta);
  const { data, content, meta } = answer;
  return { ok: true, data, content, meta };
}

/** Nothing is open any more that could run a call or record it. */
export const afterClose = (): CallResult =>
  failed(
    new ToolError('UNAVAILABLE', 'This Toolgate is closed', {
      hint: 'Make another one with createToolgate.',
    }),
    {},
  );

const failed = (error: ToolError, meta: Partial<Meta>): CallResult => ({
  ok: false,
  error: reportError(error),
  data: error.data ?? null,
  meta,
});

const unanswerable = (): ToolError =>
  new ToolError(
    'CLIENT_CAPABILITY',
    'The tool asks its client something, and a library call has nobody to ask',
  );
