import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { type Sshd, startSshd } from './sshd.ts';

interface CodeSshd {
  readonly sshd: Sshd;
  readonly user: string;
  /** What PAM asks for, beside the key. */
  readonly code: string;
}

/**
 * An sshd that asks for a key and a code, by PAM and keyboard-interactive, for an account of this name; only root can
 * make one. Files that run at the same time need different names.
 */
export async function startSshdWithCode(name: string): Promise<CodeSshd> {
  const [user, code] = [`tgtest-${name}`, `code-${name}-${process.pid}`];
  const home = `/var/tmp/${user}`;
  execFileSync('sh', [
    '-c',
    `id ${user} >/dev/null 2>&1 || useradd -M -d ${home} -s /bin/bash ${user} 2>/dev/null || id ${user} >/dev/null`,
  ]);
  execFileSync('chpasswd', { input: `${user}:${code}\n` });
  mkdirSync(home, { recursive: true });
  execFileSync('chown', [`${user}:`, home]);
  const sshd = await startSshd({
    config: [
      'UsePAM yes',
      'KbdInteractiveAuthentication yes',
      'AuthenticationMethods publickey,keyboard-interactive',
    ],
  });
  onTestFinished(() => sshd.close());
  return { sshd, user, code };
}
