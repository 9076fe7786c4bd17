import { homedir } from 'node:os';
import { environmentFor } from '../../process/child/environment.ts';

/** Agents, hardware keys and tickets: what ssh looks for in its environment. */
const FOR_SSH = /^(SSH_(AUTH_SOCK|AGENT_PID|SK_\w+|PKCS11_HELPER)|KRB5\w*|GSS\w*|XAUTHORITY)$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** What ssh gets: that of any child, and what it needs to log in; nothing else of the host's own. */
export async function sshEnvironment(env: Environment): Promise<Record<string, string>> {
  const own = Object.entries(env).filter(
    (entry): entry is [string, string] => FOR_SSH.test(entry[0]) && entry[1] !== undefined,
  );
  const child = await environmentFor({ argv: ['ssh'], cwd: homedir(), needsLogin: own.length === 0 });
  return { ...child, ...Object.fromEntries(own) };
}
