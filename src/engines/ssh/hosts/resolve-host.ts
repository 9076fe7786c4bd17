import { homedir } from 'node:os';
import { ToolError } from '../../../core/errors.ts';
import { runProcess } from '../../process/child/run-process.ts';
import { resolveArgv } from '../connect/ssh-command.ts';
import type { SshTarget } from './ssh-target.ts';

/** What ssh makes of a name. */
export interface ResolvedHost {
  readonly hostname: string;
  readonly user: string;
  readonly port: number;
  readonly proxyJump: string | undefined;
  /** What known_hosts calls it. */
  readonly keyName: string;
  /** Files with known keys, the user's first. */
  readonly knownHosts: readonly string[];
  readonly hashesNames: boolean;
}

const KEEP_MS = 30_000;
const kept = new Map<string, { readonly at: number; readonly resolved: Promise<ResolvedHost> }>();

/** `ssh -G` takes 40 ms and may run programs of the user's configuration; it is remembered for a while. */
export function resolveHost(target: SshTarget): Promise<ResolvedHost> {
  const key = `${target.name}\0${target.configFile ?? ''}`;
  const known = kept.get(key);
  if (known && performance.now() - known.at < KEEP_MS) return known.resolved;
  const resolved = askSsh(target);
  kept.set(key, { at: performance.now(), resolved });
  resolved.catch(() => kept.delete(key));
  return resolved;
}

async function askSsh(target: SshTarget): Promise<ResolvedHost> {
  const { exitCode, stdout, stderr } = await runProcess({
    argv: resolveArgv(target),
    cwd: homedir(),
    needsLogin: false,
    isReader: true,
    timeoutMs: 10_000,
  });
  if (exitCode !== 0)
    throw new ToolError(
      'UNAVAILABLE',
      `The SSH configuration for ${target.name} cannot be used: ${stderr.text.trim()}`,
      {
        hint: 'A person has to correct it; ssh -G shows the same error.',
      },
    );
  const settings = new Map(
    stdout.text.split('\n').map((line): [string, string] => {
      const at = line.indexOf(' ');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  const get = (name: string): string => settings.get(name) ?? '';
  const [hostname, port] = [get('hostname'), Number(get('port'))];
  const alias = get('hostkeyalias');
  return {
    hostname,
    user: get('user'),
    port,
    proxyJump: ['', 'none'].includes(get('proxyjump')) ? undefined : get('proxyjump'),
    keyName: ['', 'none'].includes(alias) ? (port === 22 ? hostname : `[${hostname}]:${port}`) : alias,
    knownHosts: [...wordsOf(get('userknownhostsfile')), ...wordsOf(get('globalknownhostsfile'))],
    hashesNames: get('hashknownhosts') === 'yes',
  };
}

const wordsOf = (files: string): string[] =>
  (files.match(/"[^"]*"|\S+/g) ?? []).map((file) => {
    const path = file.replace(/^"(.*)"$/, '$1');
    return path.startsWith('~/') ? `${homedir()}${path.slice(1)}` : path;
  });
