import type { TextStreamPart, ToolSet } from 'ai';
import type { ConversationCall } from '../../core/assistant/conversation.ts';
import { cutAtWord } from '../../core/text/cut-at-word.ts';
import { DEEPEST_JSON, isNestedDeeper } from '../../core/text/json-depth.ts';

type CallPart = Extract<TextStreamPart<ToolSet>, { type: 'tool-call' }>;

/** A call as the model wrote it; arguments that cannot be read are kept as a reason, never guessed. */
export function callOf({
  toolCallId,
  toolName,
  input,
  providerMetadata,
}: CallPart): Pick<ConversationCall, 'providerCallId' | 'tool' | 'args' | 'malformed' | 'provider'> {
  const isObject =
    typeof input === 'object' &&
    input !== null &&
    !Array.isArray(input) &&
    !isNestedDeeper(input, DEEPEST_JSON);
  return {
    providerCallId: toolCallId,
    tool: toolName,
    args: isObject ? (input as Record<string, unknown>) : {},
    malformed: isObject ? null : reasonFor(input),
    provider: providerMetadata ?? null,
  };
}

const SHOWN = 200;

function reasonFor(input: unknown): string {
  if (isNestedDeeper(input, DEEPEST_JSON))
    return `The arguments are nested deeper than ${DEEPEST_JSON} levels`;
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const what = typeof input === 'string' ? 'no valid JSON' : 'no JSON object';
  return `The arguments are ${what}: ${cutAtWord(text, SHOWN)}`;
}
