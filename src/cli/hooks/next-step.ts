import { HOOK_CLIENTS, type HookClient } from '../../core/hook-clients.ts';

/** What a person does after a hook was installed. */
export const nextStep = (client: HookClient): string =>
  client === 'codex'
    ? 'Codex runs no hook that a person has not trusted: start codex, type /hooks, and trust those of Toolgate.'
    : `Restart ${HOOK_CLIENTS[client].title}. toolgate doctor proves that the hook refuses what it must.`;
