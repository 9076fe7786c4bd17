import type { Tool } from 'ai';
import type { Content } from '../core/call/content.ts';
import type { ErrorCode } from '../core/errors.ts';
import type { ToolOutput } from './tool-output.ts';

type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>;
type JsonValue = Extract<ModelOutput, { type: 'json' }>['value'];
type ModelPart = Extract<ModelOutput, { type: 'content' }>['value'][number];

/** Refusals: the SDK has a state of its own for them. */
const REFUSED: readonly (ErrorCode | undefined)[] = ['PERMISSION_DENIED', 'BLOCKED_BY_POLICY'];

/** What the model reads of an answer, as it was stored with the conversation. */
export function modelOutput(output: unknown): ModelOutput {
  // Sound: a stored conversation is JSON. It may end with a call that was still running.
  if (!isToolOutput(output)) return { type: 'json', value: (output ?? null) as JsonValue };
  const { success, data, error, metadata, content } = output;
  if (!success) {
    const { code, hint } = metadata;
    const texts = (content ?? []).map(textOf);
    if (REFUSED.includes(code)) return { type: 'execution-denied', reason: lines(error, hint, ...texts) };
    return { type: 'error-text', value: lines(`${code}: ${error}`, hint, ...texts) };
  }
  // Sound: an answer left the gate as JSON.
  if (!content) return { type: 'json', value: data as JsonValue };
  if (content.every(({ type }) => type === 'text'))
    return { type: 'text', value: content.map(textOf).join('\n') };
  return { type: 'content', value: content.map(partOf) };
}

const isToolOutput = (output: unknown): output is ToolOutput =>
  typeof output === 'object' && output !== null && 'success' in output && 'metadata' in output;

const lines = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join('\n');

const partOf = (content: Content): ModelPart =>
  content.type === 'image' || content.type === 'audio'
    ? { type: 'file', data: { type: 'data', data: content.data }, mediaType: content.mimeType }
    : { type: 'text', text: textOf(content) };

function textOf(content: Content): string {
  if (content.type === 'text') return content.text;
  if (content.type === 'resource_link') return `${content.name}: ${content.uri}`;
  if (content.type === 'resource') return content.resource.text ?? content.resource.uri;
  return `(${content.mimeType})`;
}
