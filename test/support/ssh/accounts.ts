import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** An account of this machine that tests log in to. */
export interface Account {
  readonly name: string;
  readonly home: string;
}

/**
 * An account with this shell and nothing else in its home. Only root can make one; without root, tests log in as
 * themselves, whatever their shell is.
 */
export function account(
  shell: 'bash' | 'dash' | 'fish' = 'bash',
  { label = shell }: { readonly label?: string } = {},
): Account {
  const { uid, username, homedir } = userInfo();
  if (uid !== 0) return { name: username, home: homedir };
  const name = `tgtest-${label}`;
  const home = `/var/tmp/${name}`;
  const shellPath = shell === 'fish' ? '/usr/bin/fish' : `/bin/${shell}`;
  try {
    execFileSync('id', [name], { stdio: 'ignore' });
  } catch {
    // With several test files at once, another may have just made it.
    execFileSync('sh', [
      '-c',
      `useradd -M -d ${home} -s ${shellPath} ${name} 2>/dev/null || id ${name} >/dev/null`,
    ]);
    // With UsePAM no, "!" is an account that is locked.
    execFileSync('usermod', ['-p', '*', name]);
  }
  mkdirSync(home, { recursive: true });
  execFileSync('chown', [`${name}:`, home]);
  chmodSync(home, 0o755);
  return { name, home };
}

/** An account whose start-up file prints on both streams, as many do. */
export function noisyAccount(): Account {
  const own = account('bash', { label: 'noisy' });
  writeFileSync(join(own.home, '.bashrc'), 'echo welcome\necho careful >&2\nexport FROM_RC=1\n');
  return own;
}
