import type { Approval } from '../approval/approval.ts';
import type { Conversation, ConversationCall, Message, Usage } from './conversation.ts';

/** A conversation as a list shows it. */
export interface ConversationSummary
  extends Pick<Conversation, 'id' | 'title' | 'status' | 'note' | 'model' | 'createdAt' | 'updatedAt'> {
  readonly cwd: string | null;
  /** The directories that are open to it. */
  readonly roots: readonly string[];
  readonly startedBy: string;
  /** What a search found. */
  readonly excerpt?: string;
}

/** All of it, for a page that opens it or a terminal that takes it up. */
export interface ConversationView extends ConversationSummary {
  readonly context: string;
  readonly messages: readonly Message[];
  readonly calls: readonly ConversationCall[];
  /** The questions its calls wait for. */
  readonly approvals: readonly Approval[];
  /** The answer that is being written right now. */
  readonly draft: { readonly messageId: string; readonly text: string } | null;
  readonly usage: Usage;
}
