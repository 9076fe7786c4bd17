import type { ConversationView } from '../../core/assistant/conversation-view.ts';
import type { HostClient } from '../host-client.ts';

type Data = Record<string, unknown>;

/** The acts of the assistant as the command line uses them. */
export interface ChatClient {
  show(id: string): Promise<ConversationView>;
  start(params: Data): Promise<ConversationView>;
  act(name: 'send' | 'continue' | 'stop' | 'change' | 'remove', params: Data): Promise<ConversationView>;
}

// Sound: the host answers each act with the act's own schema, which the view fits.
export const chatClient = ({ request }: HostClient): ChatClient => ({
  show: async (id) => (await request('admin/assistant/conversation', { id })) as unknown as ConversationView,
  start: async (params) => (await request('admin/assistant/start', params)) as unknown as ConversationView,
  act: async (name, params) =>
    (await request(`admin/assistant/${name}`, params)) as unknown as ConversationView,
});
