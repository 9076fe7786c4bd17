import { HOOK_CLIENTS, type HookClient } from '../../core/hook-clients.ts';
import { print } from '../print.ts';
import { trustCodex } from './trust-codex.ts';

interface Installed {
  readonly home: string;
  readonly isSystem: boolean;
  /** Something was written. */
  readonly isNew: boolean;
  /** A person agreed to everything beforehand. */
  readonly isAgreed: boolean;
}

/** What is left to do after a hook was installed. */
export async function finishInstall(
  client: HookClient,
  { home, isSystem, isNew, isAgreed }: Installed,
): Promise<void> {
  // What an administrator sets for the whole machine needs nobody's trust.
  if (client === 'codex' && !isSystem) await trustCodex({ home, cwd: process.cwd(), isAgreed });
  // Codex may have come, or its trust gone, since the hook was written.
  if (isNew)
    print(
      `Start ${HOOK_CLIENTS[client].title} anew. toolgate doctor proves that the hook refuses what it must.`,
    );
}
