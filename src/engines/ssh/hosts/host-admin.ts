import type { HostSpec } from '../../../core/address/remote-host.ts';
import { ToolError } from '../../../core/errors.ts';
import type { SecretQuestion } from '../connect/questions.ts';
import type { Machines, RemoteUser } from '../machines.ts';
import type { HostSummary } from '../remote.ts';
import { type KnownKey, knownKeys } from './known-keys.ts';
import { resolveHost } from './resolve-host.ts';
import { forgetKeys, type ShownKey, showKey, trustKey } from './trust-host.ts';

export interface ListedHost extends Omit<HostSummary, 'isDefault'> {
  readonly user: string;
  readonly address: string;
  readonly knownKeys: readonly string[];
  readonly problem?: string;
}

export interface TestedHost {
  readonly name: string;
  readonly user: string;
  readonly address: string;
  readonly fingerprint: string;
  readonly home: string;
  readonly system: string;
  readonly connectMs: number;
  readonly commandMs: number;
}

/** What people do with hosts, and agents cannot. */
export interface HostAdmin {
  list(principal: string): Promise<readonly ListedHost[]>;
  test(principal: string, name: string): Promise<TestedHost>;
  key(principal: string, name: string): Promise<ShownKey>;
  trust(principal: string, name: string, fingerprint: string): Promise<ShownKey>;
  forget(
    principal: string,
    name: string,
  ): Promise<{ readonly wasKnown: boolean; readonly keys: readonly KnownKey[] }>;
  add(principal: string, name: string, spec: HostSpec): Promise<void>;
  questions(): Promise<readonly SecretQuestion[]>;
  answer(id: string, text: string | undefined): Promise<boolean>;
}

/** A person sits there and can answer; sshd itself waits two minutes. */
const PATIENCE_MS = 100_000;

export function createHostAdmin(machines: Machines): HostAdmin {
  const { hosts, records, directory, config, questions } = machines.parts;
  const targetOf = (principal: string, name: string) => hosts.targetOf(hosts.find(principal, name));
  const look = { directory, connectMs: config.connectTimeoutMs, environment: () => machines.environment() };
  return {
    list: (principal) =>
      Promise.all(hosts.of(principal).map((host) => listed(machines, principal, host.name))),
    test: (principal, name) => test(machines, principal, name),
    key: (principal, name) => showKey(targetOf(principal, name), look),
    trust: async (principal, name, fingerprint) => {
      const host = hosts.find(principal, name);
      const shown = await trustKey(hosts.targetOf(host), fingerprint, look);
      await machines.disconnect(host);
      return shown;
    },
    forget: async (principal, name) => {
      const host = hosts.find(principal, name);
      const keys = await forgetKeys(hosts.targetOf(host));
      const wasKnown = records.forget(name, principal);
      await machines.disconnect(host);
      return { wasKnown, keys };
    },
    add: async (principal, name, spec) =>
      records.add({ name, principal, spec, addedAt: new Date().toISOString() }),
    questions: async () => questions.list(),
    answer: async (id, text) => questions.answer(id, text),
  };
}

async function listed(machines: Machines, principal: string, name: string): Promise<ListedHost> {
  const { hosts, records } = machines.parts;
  const host = hosts.find(principal, name);
  const lastUsedAt = records.use(principal, name)?.lastUsedAt;
  const base = {
    name,
    source: host.source,
    ...(host.root !== undefined && { root: host.root }),
    isConnected: machines.connected(principal, name) !== undefined,
    ...(lastUsedAt !== undefined && { lastUsedAt }),
  };
  try {
    const resolved = await resolveHost(hosts.targetOf(host));
    const keys = await knownKeys(resolved);
    return {
      ...base,
      user: resolved.user,
      address: `${resolved.hostname}:${resolved.port}`,
      knownKeys: keys.map(({ type, fingerprint }) => `${type} ${fingerprint}`),
    };
  } catch (error) {
    const problem = error instanceof ToolError ? error.message : String(error);
    return { ...base, user: '', address: '', knownKeys: [], problem };
  }
}

async function test(machines: Machines, principal: string, name: string): Promise<TestedHost> {
  const signal = AbortSignal.timeout(PATIENCE_MS + 20_000);
  const person: RemoteUser = {
    principal,
    hostOwner: principal,
    session: 'people',
    client: 'people',
    signal,
    waitForPerson: (answer) => answer,
    note: () => {},
    isPerson: true,
    waitMs: PATIENCE_MS,
  };
  const startedAt = performance.now();
  return machines.use(person, name, async ({ pool, host }) => {
    const { facts } = await pool.connection();
    const connectMs = Math.round(performance.now() - startedAt);
    return pool.withWorker(async (worker) => {
      const sentAt = performance.now();
      const end = await worker.run({ script: ':', cwd: '/', limitSeconds: 10, onOutput: () => {} }).ended;
      if (end === undefined)
        throw new ToolError('UNAVAILABLE', `The connection to ${host.name} was lost`, { hint: 'Try again.' });
      return {
        name: host.name,
        user: facts.user ?? '',
        address: facts.address ?? '',
        fingerprint: facts.fingerprint ?? '',
        home: worker.facts.home,
        system: worker.facts.system,
        connectMs,
        commandMs: Math.round(performance.now() - sentAt),
      };
    }, signal);
  });
}
