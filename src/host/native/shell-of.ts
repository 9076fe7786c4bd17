import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { type ClientShell, HOOK_CLIENTS, type HookClient } from '../../core/hook-clients.ts';

interface ShellOf {
  readonly shell: ClientShell;
  /** A shell of the user, by name, of which nobody here knows how it reads a line. */
  readonly unknownShell?: string;
}

/**
 * What runs the commands of this client. A project can set variables of its hooks, so the shell that the environment names
 * makes it sure only where the user logs in with it, too.
 */
export function shellOf(
  client: HookClient,
  named: string | undefined,
  login: string | undefined = loginShell(),
): ShellOf {
  const { shell } = HOOK_CLIENTS[client];
  if (shell === 'bash') return { shell };
  const names = [named, login].map((path) => path && basename(path));
  if (shell === 'login' && names.every((name) => name === 'bash')) return { shell: 'bash' };
  const unknownShell = names.find((name) => name && !KNOWN.test(name));
  return { shell, ...(unknownShell && { unknownShell }) };
}

/** And what stands where nobody is to log in. */
const KNOWN = /^((ba|z|da|a|fi)?sh|busybox|nologin|false)$/;

function loginShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    // In a container there may be no entry for the user.
    return undefined;
  }
}
