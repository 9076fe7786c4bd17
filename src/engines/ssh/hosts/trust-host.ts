import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ToolError } from '../../../core/errors.ts';
import { runProcess } from '../../process/child/run-process.ts';
import { connectionFailure } from '../connect/connection-failure.ts';
import { readConnectionLog } from '../connect/connection-log.ts';
import { keyArgv } from '../connect/ssh-command.ts';
import { type KnownKey, keygen, knownKeys } from './known-keys.ts';
import { resolveHost } from './resolve-host.ts';
import type { SshTarget } from './ssh-target.ts';

/** The key a host shows, and those that are known for it. */
export interface ShownKey {
  readonly type: string;
  readonly fingerprint: string;
  readonly known: readonly KnownKey[];
  /** Where it would be written down. */
  readonly file: string;
}

interface Looked extends ShownKey {
  /** As known_hosts has it: name, type, key. */
  readonly line: string;
}

interface LookParts {
  readonly directory: string;
  readonly connectMs: number;
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
}

/** Asks a host for its key, over jump hosts too, without logging in. */
export async function showKey(target: SshTarget, parts: LookParts): Promise<ShownKey> {
  const { line: _, ...shown } = await look(target, parts);
  return shown;
}

/** Writes the key down that a person has seen; another one than that is refused. */
export async function trustKey(target: SshTarget, fingerprint: string, parts: LookParts): Promise<ShownKey> {
  const { line, ...shown } = await look(target, parts);
  if (shown.fingerprint !== fingerprint)
    throw new ToolError('CONFLICT', `${target.name} now shows ${shown.fingerprint}, not ${fingerprint}`, {
      hint: 'Nothing was written. Look at it again: somebody may be in between.',
    });
  const { keyName, hashesNames } = await resolveHost(target);
  // A machine with the old key must not pass for this host any more.
  for (const file of new Set(shown.known.map((key) => key.file))) await keygen(['-R', keyName, '-f', file]);
  mkdirSync(dirname(shown.file), { recursive: true, mode: 0o700 });
  const start = existsSync(shown.file) && !/(^|\n)$/.test(readFileSync(shown.file, 'utf8')) ? '\n' : '';
  appendFileSync(shown.file, `${start}${await asWritten(line, hashesNames, parts.directory)}`, {
    mode: 0o600,
  });
  return shown;
}

/** Takes the keys of a host out of known_hosts; answers which. */
export async function forgetKeys(target: SshTarget): Promise<readonly KnownKey[]> {
  const resolved = await resolveHost(target);
  const known = await knownKeys(resolved);
  for (const file of new Set(known.map((key) => key.file)))
    await keygen(['-R', resolved.keyName, '-f', file]);
  return known;
}

async function look(target: SshTarget, { directory, connectMs, environment }: LookParts): Promise<Looked> {
  const resolved = await resolveHost(target);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const place = mkdtempSync(join(directory, 'key-'));
  const keysFile = join(place, 'known_hosts');
  const log = readConnectionLog('', () => {});
  const startedAt = performance.now();
  try {
    await runProcess({
      argv: keyArgv(target, { keysFile, connectSeconds: Math.ceil(connectMs / 1000) }),
      cwd: homedir(),
      env: await environment(),
      isReader: true,
      timeoutMs: connectMs + 5000,
      onData: (stream, piece) => stream === 'stderr' && log.feed(piece),
    });
    log.end();
    const line = existsSync(keysFile) ? readFileSync(keysFile, 'utf8').trim().split('\n').at(-1) : undefined;
    const { fingerprint, keyType = '' } = log.facts;
    if (line === undefined || fingerprint === undefined) {
      const afterMs = performance.now() - startedAt;
      throw connectionFailure({ host: target.name, facts: log.facts, afterMs, known: [] });
    }
    const file = resolved.knownHosts[0] ?? join(homedir(), '.ssh', 'known_hosts');
    const [, type, key] = line.split(' ');
    return {
      type: keyType,
      fingerprint,
      known: await knownKeys(resolved),
      file,
      line: `${resolved.keyName} ${type} ${key}\n`,
    };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Hashed where the user's configuration says so. */
async function asWritten(line: string, isHashed: boolean, directory: string): Promise<string> {
  if (!isHashed) return line;
  const place = mkdtempSync(join(directory, 'hash-'));
  try {
    const file = join(place, 'known_hosts');
    writeFileSync(file, line, { mode: 0o600 });
    await keygen(['-H', '-f', file]);
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
