import { type ConversationCall, type Message, textOf } from '../../core/assistant/conversation.ts';
import type { ConversationView } from '../../core/assistant/conversation-view.ts';

/** A conversation to read and to keep. */
export function toMarkdown(view: ConversationView): string {
  const byId = new Map(view.calls.map((call) => [call.id, call]));
  const { inputTokens, outputTokens, cost } = view.usage;
  return [
    `# ${view.title}`,
    '',
    `- Conversation ${view.id}, begun ${view.createdAt}${view.cwd === null ? '' : ` in ${view.cwd}`}`,
    `- ${inputTokens} tokens in, ${outputTokens} out${cost === null ? '' : `, $${cost.toFixed(4)}`}`,
    ...view.messages.flatMap((message) => ['', ...section(message, byId)]),
    '',
  ].join('\n');
}

function section(message: Message, byId: ReadonlyMap<string, ConversationCall>): string[] {
  if (message.role === 'user') return ['## Person', '', textOf(message)];
  if (message.role === 'summary')
    return [`## Summary of the messages up to ${message.covers ?? 0}`, '', textOf(message)];
  const parts = message.parts.flatMap((part) => {
    if (part.type === 'text') return part.text === '' ? [] : [part.text];
    const call = part.type === 'call' ? byId.get(part.callId) : undefined;
    return call ? [callText(call)] : [];
  });
  return ['## Assistant', '', parts.join('\n\n'), ...(message.isPartial ? ['', '(stopped here)'] : [])];
}

function callText({ tool, args, state, result }: ConversationCall): string {
  const body = `${JSON.stringify(args, null, 2)}\n\n${result ?? ''}`.trimEnd();
  // A fence longer than any inside.
  const longest = Math.max(2, ...(body.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `**${tool}** (${state})\n\n${fence}\n${body}\n${fence}`;
}
