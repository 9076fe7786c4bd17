import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { runProcess } from '../../process/child/run-process.ts';
import type { ResolvedHost } from './resolve-host.ts';

/** A key that known_hosts has for a host. */
export interface KnownKey {
  readonly type: string;
  readonly fingerprint: string;
  readonly file: string;
}

/** The keys that are known for a host; names that are hashed are found too. */
export async function knownKeys({ keyName, knownHosts }: ResolvedHost): Promise<KnownKey[]> {
  const found = await Promise.all(
    knownHosts.filter((file) => existsSync(file)).map((file) => keysIn(file, keyName)),
  );
  return found.flat();
}

async function keysIn(file: string, keyName: string): Promise<KnownKey[]> {
  const { stdout } = await keygen(['-l', '-F', keyName, '-f', file]);
  return stdout.text.split('\n').flatMap((line) => {
    const found = line.startsWith('#') ? null : /(?<!\S)(\S+) (SHA256:\S+)/.exec(line);
    return found?.[1] === undefined || found[2] === undefined
      ? []
      : [{ type: found[1], fingerprint: found[2], file }];
  });
}

export const keygen = (words: readonly string[]) =>
  runProcess({
    argv: ['ssh-keygen', ...words],
    cwd: homedir(),
    needsLogin: false,
    isReader: true,
    timeoutMs: 10_000,
  });
