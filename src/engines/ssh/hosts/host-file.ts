import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostSpec } from '../../../core/address/remote-host.ts';

const KEYWORDS = {
  hostname: 'HostName',
  user: 'User',
  port: 'Port',
  identityFile: 'IdentityFile',
  proxyJump: 'ProxyJump',
} as const;

interface HostFile {
  readonly directory: string;
  readonly name: string;
  readonly spec: HostSpec;
  /** What else holds for it: the user's own configuration, or the one that stands for it. */
  readonly sshConfig: string | undefined;
}

/** Writes a host of ours as an ssh_config, before everything else that is configured; answers the file. */
export function writeHostFile({ directory, name, spec, sshConfig }: HostFile): string {
  const settings = Object.entries(KEYWORDS).flatMap(([key, keyword]) => {
    const value = spec[key as keyof typeof KEYWORDS];
    return value === undefined ? [] : [`  ${keyword} "${value}"`];
  });
  const rest = sshConfig === undefined ? ['~/.ssh/config', '/etc/ssh/ssh_config'] : [`"${sshConfig}"`];
  // Without a Host line of their own, the included files would hold for this host alone, which is just as good.
  const text = [`Host ${name}`, ...settings, 'Host *', ...rest.map((file) => `  Include ${file}`), ''].join(
    '\n',
  );
  // Two users may call different machines the same.
  const file = join(directory, `${name}-${hash('sha256', text).slice(0, 12)}.conf`);
  if (readOrEmpty(file) !== text) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
  }
  return file;
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
