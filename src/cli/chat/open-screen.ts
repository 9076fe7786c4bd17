import { createInbox } from '../cards/inbox.ts';
import { type HostClient, withClient } from '../host-client.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import { say } from '../print.ts';
import { chatClient } from './chat-client.ts';
import { createEventQueue } from './event-queue.ts';
import type { ChatScreen } from './follow-turn.ts';

/** Connects to the host and does something with the assistant; without a model it says how to get one. */
export const withScreen = (
  flags: SharedFlags,
  model: string | undefined,
  use: (screen: ChatScreen) => Promise<number>,
): Promise<number> =>
  withClient(flags, async (client) => {
    const { isReady, help } = await client.request(
      'admin/assistant/status',
      model === undefined ? {} : { model },
    );
    if (isReady !== true) {
      say(String(help));
      return 1;
    }
    return use(await openScreen(client));
  });

async function openScreen(client: HostClient): Promise<ChatScreen> {
  const isAtTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  return {
    client,
    chat: chatClient(client),
    events: await createEventQueue(client),
    inbox: await createInbox(client),
    out: process.stdout,
    // One terminal for both; otherwise the answer alone goes to stdout.
    side: process.stdout.isTTY ? process.stdout : process.stderr,
    isAtTerminal,
  };
}
