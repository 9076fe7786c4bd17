import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { HOOK_CLIENTS, type HookClient } from '../../core/hook-clients.ts';

/**
 * Whether it is sure that Bash runs what this client is told to. A project can set variables of its hooks, so the shell that
 * the environment names counts only where the user logs in with it, too.
 */
export function runsBash(client: HookClient, shell: string | undefined): boolean {
  const { shell: runs } = HOOK_CLIENTS[client] as { readonly shell?: 'bash' | 'login' };
  if (runs !== 'login') return runs === 'bash';
  return shell !== undefined && basename(shell) === 'bash' && basename(loginShell() ?? '') === 'bash';
}

function loginShell(): string | null {
  try {
    return userInfo().shell;
  } catch {
    // In a container there may be no entry for the user.
    return null;
  }
}
