import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Answer, CallRequest } from '../../../src/core/call/call.ts';
import { callerWith } from '../../../src/host/agent.ts';
import { createTestHost } from '../host.ts';
import { account } from './accounts.ts';
import { type Sshd, type SshdOptions, startSshd } from './sshd.ts';

type Data = Record<string, unknown>;

/** An sshd for all tests of a file. */
export async function sharedSshd(options: SshdOptions = {}): Promise<Sshd> {
  const sshd = await startSshd(options);
  afterAll(() => sshd.close());
  return sshd;
}

export interface HostEntry {
  readonly port?: number;
  readonly identity?: string;
  readonly user?: string;
  readonly more?: readonly string[];
}

/** An ssh_config with these hosts, all of them on this machine, and a known_hosts beside it. */
export function writeSshConfig(
  sshd: Sshd,
  hosts: Readonly<Record<string, HostEntry>>,
  { known = [sshd.knownHost] }: { readonly known?: readonly string[] } = {},
): { readonly file: string; readonly knownHosts: string } {
  const directory = mkdtempSync(join(sshd.directory, 'client-'));
  const knownHosts = join(directory, 'known_hosts');
  writeFileSync(knownHosts, known.map((line) => `${line}\n`).join(''));
  const text = Object.entries(hosts).map(
    ([name, { port = sshd.port, identity = sshd.identity, user, more = [] }]) =>
      [
        `Host ${name}`,
        '  HostName 127.0.0.1',
        `  Port ${port}`,
        `  User ${user ?? account().name}`,
        ...(identity === '' ? [] : [`  IdentityFile ${identity}`, '  IdentitiesOnly yes']),
        `  UserKnownHostsFile ${knownHosts}`,
        '  GlobalKnownHostsFile /dev/null',
        ...more.map((line) => `  ${line}`),
        '',
      ].join('\n'),
  );
  const file = join(directory, 'ssh_config');
  writeFileSync(file, text.join('\n'));
  return { file, knownHosts };
}

interface Seen {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string | undefined;
  readonly data: Data;
  readonly text: string | undefined;
}

interface RemoteTest {
  /** What known_hosts says; default: the key of the server. */
  readonly known?: readonly string[];
  /** The environment of the host itself. */
  readonly env?: Record<string, string>;
  readonly settings?: Data;
  readonly hosts?: Readonly<Record<string, HostEntry>>;
  readonly remote?: Data;
}

/** A host whose agents reach `box` on this sshd, with a person beside it who says yes to whatever is asked. */
export function createRemoteHost(
  sshd: Sshd,
  { settings = {}, hosts = { box: {} }, remote = {}, known, env = {} }: RemoteTest = {},
) {
  const config = writeSshConfig(sshd, hosts, known && { known });
  const limits = { executionsPerMinute: 100_000, writesPerMinute: 100_000, executionsInFlight: 64 };
  const { host, root, dataDir, call } = createTestHost(
    { limits, ...settings, remote: { sshConfig: config.file, ...remote } },
    { hostEnv: env },
  );
  const caller = callerWith(host.config, 'stdio', { cwd: root });
  const ask = async (tool: string, args: Data, more: Partial<CallRequest> = {}): Promise<Answer> => {
    const send = () => host.call({ tool, args, caller, ...more });
    const first = await send();
    if (first.kind !== 'result' || first.ok || first.error.code !== 'APPROVAL_PENDING') return first;
    for (const { id, status } of host.approvals.list())
      if (status === 'pending')
        host.approvals.decide(id, { verdict: 'approve', scope: 'once', by: 'tester', via: 'terminal' });
    return send();
  };
  return {
    host,
    root,
    dataDir,
    caller,
    config,
    /** Somebody says yes where a person is asked. */
    approved: {
      call: async (tool: string, args: Data = {}, more?: Partial<CallRequest>): Promise<Seen> =>
        seen(await ask(tool, args, more)),
    },
    /** Nobody answers a question. */
    unasked: {
      call: async (tool: string, args: Data = {}): Promise<Seen> => seen(await call(tool, args)),
    },
  };
}

function seen(answer: Answer): Seen {
  if (answer.kind !== 'result') throw new Error(`Expected a result, got ${answer.kind}`);
  if (!answer.ok) {
    const { code, message, hint, data = {}, text } = answer.error;
    return { ok: false, code, message, hint, data, text };
  }
  const [block] = answer.content;
  return { ok: true, data: answer.data, text: block?.type === 'text' ? block.text : undefined };
}
