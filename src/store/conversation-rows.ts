import type { Conversation, ConversationCall, Message } from '../core/assistant/conversation.ts';

type Row = Readonly<Record<string, unknown>>;

const json = (value: unknown): unknown => (value === null ? null : JSON.parse(String(value)));

// Sound, all three: only the store next to this file writes these tables.

export const toConversation = (row: Row): Conversation =>
  ({
    id: row.id,
    title: row.title,
    titleUsage: json(row.title_usage ?? null),
    status: row.status,
    note: row.note,
    model: row.model,
    caller: json(row.caller),
    context: row.context,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }) as Conversation;

export const toMessage = (row: Row): Message =>
  ({
    id: row.id,
    conversationId: row.conversation_id,
    seq: row.seq,
    role: row.role,
    parts: json(row.parts),
    covers: row.covers,
    model: row.model,
    usage: json(row.usage),
    isPartial: row.is_partial === 1,
    createdAt: row.created_at,
  }) as Message;

export const toCall = (row: Row): ConversationCall =>
  ({
    id: row.id,
    conversationId: row.conversation_id,
    messageId: row.message_id,
    providerCallId: row.provider_call_id,
    tool: row.tool,
    args: json(row.args),
    malformed: row.malformed,
    provider: json(row.provider),
    state: row.state,
    approvalId: row.approval_id,
    result: row.result,
    errorCode: row.error_code,
    durationMs: row.duration_ms,
    attempts: row.attempts,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }) as ConversationCall;
