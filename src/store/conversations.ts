import { randomUUID } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  type CallImage,
  type Conversation,
  type ConversationCall,
  type Message,
  type MessagePart,
  textOf,
} from '../core/assistant/conversation.ts';
import { toCall, toConversation, toMessage } from './conversation-rows.ts';
import { inTransaction } from './transaction.ts';

type NewCall = Pick<ConversationCall, 'providerCallId' | 'tool' | 'args' | 'malformed' | 'provider'>;

export interface NewMessage extends Pick<Message, 'role'> {
  readonly id?: string;
  /** Calls stand where they were made; their records are made with the message. */
  readonly parts: readonly (
    | Exclude<MessagePart, { type: 'call' }>
    | { readonly type: 'call'; call: NewCall }
  )[];
  readonly covers?: number;
  readonly model?: string;
  readonly usage?: Message['usage'];
  readonly isPartial?: boolean;
}

/** What a search found in a conversation. */
export interface Found {
  readonly conversation: Conversation;
  readonly excerpt: string;
}

export interface ConversationStore {
  create(conversation: Pick<Conversation, 'title' | 'model' | 'caller' | 'context'>): Conversation;
  get(id: string): Conversation | undefined;
  /** Newest first. */
  list(limit: number): Conversation[];
  search(query: string, limit: number): Found[];
  update(
    id: string,
    change: Partial<
      Pick<Conversation, 'title' | 'titleUsage' | 'status' | 'note' | 'model' | 'caller' | 'context'>
    >,
  ): void;
  remove(id: string): boolean;
  messages(id: string): Message[];
  /** The message and the records of its calls, in one transaction. */
  append(id: string, message: NewMessage): Message;
  calls(id: string): ConversationCall[];
  updateCall(
    id: string,
    change: Partial<
      Pick<
        ConversationCall,
        'state' | 'args' | 'approvalId' | 'result' | 'errorCode' | 'durationMs' | 'attempts' | 'endedAt'
      >
    >,
  ): void;
  addImages(callId: string, images: readonly CallImage[]): void;
  /** Of the calls of a conversation, by the id of the call. */
  images(conversationId: string): ReadonlyMap<string, readonly CallImage[]>;
  close(): void;
}

const SEARCH = `
  SELECT conversation.*, snippet(words, 0, '', '', ' … ', 12) AS excerpt
  FROM words JOIN conversation ON conversation.id = words.conversation_id
  WHERE words.text MATCH ? ORDER BY words.rank LIMIT 400`;

export function createConversationStore(db: DatabaseSync): ConversationStore {
  const now = () => new Date().toISOString();
  const get = (id: string) => {
    const row = db.prepare('SELECT * FROM conversation WHERE id = ?').get(id);
    return row && toConversation(row);
  };
  const index = (id: string, messageId: string, text: string): void => {
    if (text !== '') db.prepare('INSERT INTO words VALUES (?, ?, ?)').run(text, id, messageId);
  };
  const setTitle = (id: string, title: string): void => {
    db.prepare("DELETE FROM words WHERE conversation_id = ? AND message_id = ''").run(id);
    index(id, '', title);
  };
  return {
    create: ({ title, model, caller, context }) => {
      const id = `chat_${randomUUID()}`;
      return inTransaction(db, () => {
        db.prepare(`INSERT INTO conversation (id, title, status, model, caller, context, created_at, updated_at)
           VALUES (?, ?, 'idle', ?, ?, ?, ?, ?)`).run(
          id,
          title,
          model,
          JSON.stringify(caller),
          context,
          now(),
          now(),
        );
        setTitle(id, title);
        return found(get(id), id);
      });
    },
    get,
    list: (limit) =>
      db
        .prepare('SELECT * FROM conversation ORDER BY updated_at DESC LIMIT ?')
        .all(limit)
        .map(toConversation),
    search: (query, limit) => search(db, query, limit),
    update: (id, { caller, titleUsage, ...change }) =>
      inTransaction(db, () => {
        const columns = {
          ...change,
          ...(caller && { caller: JSON.stringify(caller) }),
          ...(titleUsage && { title_usage: JSON.stringify(titleUsage) }),
          updated_at: now(),
        };
        set(db, 'conversation', id, columns);
        if (change.title !== undefined) setTitle(id, change.title);
      }),
    remove: (id) =>
      inTransaction(db, () => {
        db.prepare('DELETE FROM words WHERE conversation_id = ?').run(id);
        return db.prepare('DELETE FROM conversation WHERE id = ?').run(id).changes > 0;
      }),
    messages: (id) =>
      db.prepare('SELECT * FROM message WHERE conversation_id = ? ORDER BY seq').all(id).map(toMessage),
    append: (id, message) => inTransaction(db, () => append(db, id, message, { now: now(), index })),
    calls: (id) => db.prepare(CALLS).all(id).map(toCall),
    updateCall: (id, { args, approvalId, errorCode, durationMs, endedAt, ...change }) =>
      set(db, 'call', id, {
        ...change,
        ...(args && { args: JSON.stringify(args) }),
        ...(approvalId !== undefined && { approval_id: approvalId }),
        ...(errorCode !== undefined && { error_code: errorCode }),
        ...(durationMs !== undefined && { duration_ms: durationMs }),
        ...(endedAt !== undefined && { ended_at: endedAt }),
      }),
    ...imagesIn(db),
    close: () => db.close(),
  };
}

const imagesIn = (db: DatabaseSync): Pick<ConversationStore, 'addImages' | 'images'> => ({
  addImages: (callId, images) => {
    const insert = db.prepare('INSERT OR REPLACE INTO call_image VALUES (?, ?, ?, ?)');
    for (const [place, { mediaType, data }] of images.entries()) insert.run(callId, place, mediaType, data);
  },
  images: (conversationId) => {
    const rows = db
      .prepare(
        `SELECT call_image.* FROM call_image JOIN call ON call.id = call_id
         WHERE conversation_id = ? ORDER BY call_id, call_image.place`,
      )
      .all(conversationId);
    return Map.groupBy(rows.map(toImage), ({ callId }) => callId);
  },
});

const toImage = (row: Record<string, unknown>): CallImage & { readonly callId: string } => ({
  callId: String(row.call_id),
  mediaType: String(row.media_type),
  data: String(row.data),
});

function search(db: DatabaseSync, query: string, limit: number): Found[] {
  const wanted = query
    .match(/[\p{L}\p{N}_]+/gu)
    ?.map((word) => `"${word}"*`)
    .join(' ');
  if (wanted === undefined) return [];
  const hits = new Map<string, Found>();
  for (const row of db.prepare(SEARCH).all(wanted)) {
    const conversation = toConversation(row);
    if (!hits.has(conversation.id)) hits.set(conversation.id, { conversation, excerpt: String(row.excerpt) });
  }
  return [...hits.values()].slice(0, limit);
}

const CALLS = `
  SELECT call.* FROM call JOIN message ON message.id = call.message_id
  WHERE call.conversation_id = ? ORDER BY message.seq, call.place`;

interface AppendParts {
  readonly now: string;
  readonly index: (id: string, messageId: string, text: string) => void;
}

function append(db: DatabaseSync, id: string, message: NewMessage, { now, index }: AppendParts): Message {
  const messageId = message.id ?? randomUUID();
  const calls: [string, NewCall][] = [];
  const parts = message.parts.map((part): MessagePart => {
    if (part.type !== 'call') return part;
    const callId = randomUUID();
    calls.push([callId, part.call]);
    return { type: 'call', callId };
  });
  const { seq } = db
    .prepare('SELECT coalesce(max(seq), 0) + 1 AS seq FROM message WHERE conversation_id = ?')
    .get(id) as { seq: number };
  const { role, covers = null, model = null, usage = null, isPartial = false } = message;
  db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
    ...[messageId, id, seq, role, JSON.stringify(parts), covers, model],
    ...[usage && JSON.stringify(usage), isPartial ? 1 : 0, now],
  );
  for (const [place, [callId, call]] of calls.entries())
    db.prepare(
      `INSERT INTO call (id, conversation_id, message_id, place, provider_call_id, tool, args, malformed, provider,
         state, attempts, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', 0, ?)`,
    ).run(
      ...[callId, id, messageId, place, call.providerCallId, call.tool, JSON.stringify(call.args)],
      ...[call.malformed, call.provider && JSON.stringify(call.provider), now],
    );
  db.prepare('UPDATE conversation SET updated_at = ? WHERE id = ?').run(now, id);
  const stored = { id: messageId, conversationId: id, seq, role, parts, covers, model, usage, isPartial };
  index(id, messageId, textOf(stored));
  return { ...stored, createdAt: now };
}

function set(db: DatabaseSync, table: string, id: string, columns: Record<string, SQLInputValue>): void {
  const names = Object.keys(columns);
  if (names.length === 0) return;
  db.prepare(`UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`).run(
    ...Object.values(columns),
    id,
  );
}

function found<T>(value: T | undefined, id: string): T {
  if (value === undefined) throw new Error(`There is no row ${id}`);
  return value;
}
