import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostRecords, ReachedMachine } from '../../core/address/remote-host.ts';
import type { Config } from '../../core/config.ts';
import { ToolError } from '../../core/errors.ts';
import { Askpass } from './connect/askpass.ts';
import { Connection } from './connect/connection.ts';
import { HostPool } from './connect/host-pool.ts';
import type { SecretQuestion, SecretQuestions } from './connect/questions.ts';
import { sshEnvironment } from './connect/ssh-environment.ts';
import type { JudgeRemotePath } from './files/remote-place.ts';
import type { HostList, RemoteHost } from './hosts/host-list.ts';
import { knownKeys } from './hosts/known-keys.ts';
import { resolveHost } from './hosts/resolve-host.ts';
import type { MachineFacts } from './shell/worker-script.ts';

export interface MachinesParts {
  readonly config: Config['remote'];
  readonly hosts: HostList;
  readonly records: HostRecords;
  /** For sockets and files of ssh, private to the user. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly installation: string;
  readonly questions: SecretQuestions;
  /** How long a call waits for somebody to answer a question of ssh. */
  readonly waitMs: number;
  readonly judge: JudgeRemotePath;
  /** What an answer holds of a text. */
  readonly pageBytes: number;
}

/** Whom a connection is used for. */
export interface RemoteUser {
  readonly principal: string;
  /** Whose hosts it uses. */
  readonly hostOwner: string;
  readonly session: string;
  /** The name its client gave itself. */
  readonly client: string;
  readonly signal: AbortSignal;
  waitForPerson<T>(answer: Promise<T>): Promise<T>;
  /** For the record: which machine it was, and which key it showed. */
  note(machine: ReachedMachine): void;
  /** Somebody tries it; that agents may use it is not said by that. */
  readonly isPerson?: boolean;
  /** How long it waits for an answer to a question of ssh, where that is not the usual time. */
  readonly waitMs?: number;
  /** Kept of each stream of a command, instead of what the tool keeps for an answer. */
  readonly keepBytes?: number | undefined;
}

/** One host, with its connections and what was seen of it. */
export interface Machine {
  readonly host: RemoteHost;
  readonly pool: HostPool;
  facts: MachineFacts | undefined;
  home: string | undefined;
  /** The same with links resolved. */
  realHome: string | undefined;
}

const NOTE_AGAIN_MS = 60_000;
const LOOK_MS = 200;

/** All machines of a host, each with its connections. */
export class Machines {
  readonly parts: MachinesParts;
  private readonly known = new Map<string, Machine>();
  private readonly askpass: Askpass;
  private count = 0;

  constructor(parts: MachinesParts) {
    this.parts = parts;
    this.askpass = new Askpass(parts.directory, parts.questions);
  }

  /** Uses a machine; what comes of it is noted, and a question of ssh that nobody answers ends the wait. */
  async use<T>(user: RemoteUser, name: string, act: (machine: Machine) => Promise<T>): Promise<T> {
    const host = this.parts.hosts.find(user.hostOwner, name);
    const machine = this.machineOf(host);
    try {
      const done = await this.unlessLocked(user, machine, act(machine));
      if (!user.isPerson) this.noteUse(user, machine);
      return done;
    } finally {
      // What failed after the login was on that machine all the same.
      this.note(user, machine);
    }
  }

  /** The machine, if a connection to it is open. */
  connected(principal: string, name: string): Machine | undefined {
    const host = this.parts.hosts.of(principal).find((one) => one.name === name);
    const machine = host && this.known.get(this.keyOf(host));
    return machine?.pool.isConnected ? machine : undefined;
  }

  machineOf(host: RemoteHost): Machine {
    const key = this.keyOf(host);
    const found = this.known.get(key);
    if (found) return found;
    const machine: Machine = {
      host,
      facts: undefined,
      home: undefined,
      realHome: undefined,
      pool: new HostPool({
        host: host.name,
        connect: () => this.connect(host),
        idleMs: this.parts.config.idleCloseMs,
        onWorker: ({ facts }) => {
          machine.facts = facts;
          machine.home ??= facts.home;
        },
      }),
    };
    this.known.set(key, machine);
    return machine;
  }

  /** What ssh waits for a person to answer, as an error; undefined where it waits for nobody. */
  lockedBy({ hostOwner }: RemoteUser, name: string): ToolError | undefined {
    const host = this.parts.hosts.find(hostOwner, name);
    const open = this.openQuestion(host);
    return open && lockedError(host.name, open.prompt);
  }

  environment(): Promise<Record<string, string>> {
    return sshEnvironment(this.parts.env);
  }

  /** Ends the connections to a host, as after trusting another key for it. */
  async disconnect(host: RemoteHost): Promise<void> {
    const key = this.keyOf(host);
    const machine = this.known.get(key);
    this.known.delete(key);
    this.parts.questions.forget(key);
    await machine?.pool.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.known.values()].map(({ pool }) => pool.close()));
    await this.askpass.close();
  }

  private openQuestion(host: RemoteHost): SecretQuestion | undefined {
    return this.parts.questions.of(this.keyOf(host)).find(({ kind }) => kind !== 'notice');
  }

  private keyOf(host: RemoteHost): string {
    return [host.name, this.parts.hosts.targetOf(host).configFile ?? '', host.owner ?? ''].join('\0');
  }

  private async connect(host: RemoteHost): Promise<Connection> {
    const { directory, config, installation, questions, hosts } = this.parts;
    const target = hosts.targetOf(host);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const machine = this.keyOf(host);
    const asking = await this.askpass.for({ host: host.name, machine });
    const isAsking = (): boolean => questions.of(machine).length > 0;
    let hasAsked = false;
    const stopListening = questions.onAsked(() => {
      hasAsked ||= isAsking();
    });
    const connection = new Connection({
      target,
      controlPath: join(directory, `c${process.pid.toString(36)}${(this.count++).toString(36)}`),
      connectMs: config.connectTimeoutMs,
      environment: async () => ({ ...(await this.environment()), ...asking.env }),
      installation,
      knownKeys: async () =>
        (await knownKeys(await resolveHost(target))).map(({ type, fingerprint }) => `${type} ${fingerprint}`),
      isAsking,
      hasAsked: () => hasAsked,
    });
    void connection.over.then(() => {
      asking.end();
      stopListening();
      questions.cancel(machine);
    });
    return connection;
  }

  /** The result; where ssh asks for something that nobody answers, an error that says how to answer it. */
  private async unlessLocked<T>(user: RemoteUser, { host, pool }: Machine, work: Promise<T>): Promise<T> {
    const { questions } = this.parts;
    const machine = this.keyOf(host);
    const { waitMs = this.parts.waitMs } = user;
    let timer: NodeJS.Timeout | undefined;
    const locked = new Promise<never>((_, reject) => {
      let openMs = 0;
      timer = setInterval(() => {
        const open = this.openQuestion(host);
        openMs = open ? openMs + LOOK_MS : 0;
        if (!open || openMs < Math.max(waitMs, LOOK_MS)) return;
        reject(lockedError(host.name, open.prompt));
      }, LOOK_MS);
    });
    // While a person is asked, the time of the call stands still.
    const asked = new Promise<void>((resolve) => {
      const stop = questions.onAsked(() => {
        if (questions.of(machine).length === 0) return;
        stop();
        resolve();
      });
      void work.then(stop, stop);
    });
    try {
      const result = Promise.race([work, locked]);
      void asked.then(() => user.waitForPerson(Promise.race([pool.untilReady(), result])).catch(() => {}));
      return await result;
    } finally {
      clearInterval(timer);
    }
  }

  private note(user: RemoteUser, { host, pool }: Machine): void {
    const { user: login, address, fingerprint } = pool.lastFacts ?? {};
    if (fingerprint !== undefined) user.note({ host: host.name, user: login, address, fingerprint });
  }

  private noteUse({ hostOwner: principal }: RemoteUser, { host, pool, home }: Machine): void {
    const { records } = this.parts;
    const fingerprint = pool.lastFacts?.fingerprint ?? '';
    const before = records.use(principal, host.name);
    const isRecent = before && Date.now() - Date.parse(before.lastUsedAt) < NOTE_AGAIN_MS;
    if (isRecent && before.fingerprint === fingerprint && (home === undefined || before.home === home))
      return;
    records.noteUse({ principal, name: host.name, fingerprint, home: home ?? before?.home ?? '' });
  }
}

function lockedError(host: string, prompt: string): ToolError {
  const key = /passphrase for key '(.+)'/.exec(prompt)?.[1];
  const why = key === undefined ? `ssh asks "${prompt.trim()}"` : `the key ${key} is locked`;
  return new ToolError('UNAVAILABLE', `${host} cannot be used yet: ${why}. Nothing was executed.`, {
    hint: `A person has to answer ssh: toolgate hosts test ${host}. Then call again.`,
  });
}
