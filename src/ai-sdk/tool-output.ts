import type { Answer, Meta } from '../core/call/call.ts';
import { type Content, textContent } from '../core/call/content.ts';
import { type ErrorCode, reportError, ToolError } from '../core/errors.ts';

type Data = Record<string, unknown>;

/** What a tool of the AI SDK answers: plain data, so that it can be stored with the conversation. */
export interface ToolOutput {
  readonly success: boolean;
  /** What the tool found, also where it failed half way; null if there is nothing. */
  readonly data: Data | null;
  readonly error?: string;
  readonly metadata: Partial<Meta> & { readonly code?: ErrorCode; readonly hint?: string };
  /** What the model reads, where that is not the data as JSON. */
  readonly content?: readonly Content[];
}

export function toolOutput(answer: Answer): ToolOutput {
  if (answer.kind !== 'result') return failed(cannotAnswer(), {});
  if (!answer.ok) return failed(answer.error, answer.meta);
  const { data, content, meta } = answer;
  return { success: true, data, metadata: meta, ...(!isJsonOf(data, content) && { content }) };
}

function failed(error: ToolError, meta: Partial<Meta>): ToolOutput {
  const { code, message, hint } = reportError(error);
  return {
    success: false,
    data: error.data ?? null,
    error: message,
    metadata: { ...meta, code, ...(hint !== undefined && { hint }) },
    ...(error.text !== undefined && { content: [textContent(error.text)] }),
  };
}

const cannotAnswer = (): ToolError =>
  new ToolError(
    'CLIENT_CAPABILITY',
    'The tool asks its client something, and there is none that could answer',
  );

const isJsonOf = (data: Data, [first, ...rest]: readonly Content[]): boolean =>
  rest.length === 0 && first?.type === 'text' && first.text === JSON.stringify(data);
