import { type Conversation, type ConversationCaller, isEnded } from '../../core/assistant/conversation.ts';
import { type Caller, rightsIn } from '../../core/call/caller.ts';
import { projectContext } from '../project-context.ts';
import type { Parts } from '../services.ts';
import { titleFrom } from '../title.ts';
import { findConversation } from './find.ts';
import type { Turns } from './turns.ts';

export interface NewConversation {
  readonly caller: Caller;
  readonly cwd: string | undefined;
  readonly model: string | null;
  readonly title: string | undefined;
}

const UNTITLED = titleFrom('');

/** Makes it, and looks at the project once, so that the model is told the same in every request. */
export async function startConversation(
  { store, services }: Parts,
  { caller, cwd, model, title = UNTITLED }: NewConversation,
): Promise<Conversation> {
  const facts = factsOf({ ...caller, cwd });
  const made = store.create({ title: services.redact(title), model, caller: facts, context: '' });
  const context = await projectContext(services, await services.callerOf(facts, made.id));
  store.update(made.id, { context: services.redact(context) });
  return findConversation(store, made.id);
}

/** What the person said; the first of it is the title until there is a better one. */
export function keepMessage({ store, services }: Parts, { id, title }: Conversation, text: string): void {
  if (title === UNTITLED) store.update(id, { title: titleFrom(text) });
  const message = store.append(id, { role: 'user', parts: [{ type: 'text', text }] });
  services.emit('assistant.message', { conversationId: id, messageId: message.id, role: 'user' });
}

/** Its owner may change what it may do by coming back to its directory with other settings; else it stays as it is. */
export async function callerFor(
  { store, services }: Parts,
  { id, caller }: Conversation,
  now: Caller,
): Promise<Caller> {
  if (now.principal !== caller.principal || now.cwd !== caller.cwd) return services.callerOf(caller, id);
  const facts = factsOf(now);
  store.update(id, { caller: facts });
  const made = await services.callerOf(facts, id);
  const { settings } = now;
  return { ...made, ...rightsIn(now), ...(settings && { settings }) };
}

/** What an earlier host left in the middle of a turn; true where the conversation now stands otherwise. */
export async function takeUp(
  { store, services }: Parts,
  { id, status, caller }: Conversation,
  turns: Pick<Turns, 'begin'>,
): Promise<boolean> {
  if (status !== 'working' && status !== 'waiting') return false;
  const open = store.calls(id).filter((call) => !isEnded(call));
  // Somebody was asked, and may answer at any time. Where nobody was, nothing goes on unless a person wants it.
  if (open.some(({ state }) => state === 'waiting')) {
    const made = await services.callerOf(caller, id).catch((error: unknown) => {
      // The project's own file can be wrong by now; the others go on.
      services.log.warn('a conversation cannot go on', { id, error });
    });
    if (made) turns.begin(id, made);
    if (made) return false;
  }
  store.update(id, { status: 'interrupted', note: 'Toolgate ended in the middle of this turn' });
  return true;
}

const factsOf = ({ principal, cwd, roots, packs, ...rest }: Caller): ConversationCaller => ({
  ...{ principal, cwd, roots, packs },
  ...rightsIn(rest),
});
