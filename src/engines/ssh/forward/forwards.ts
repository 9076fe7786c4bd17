import { randomBytes, randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { ToolError } from '../../../core/errors.ts';
import { runProcess } from '../../process/child/run-process.ts';
import type { Connection } from '../connect/connection.ts';
import { controlArgv } from '../connect/ssh-command.ts';
import type { Machine, Machines, RemoteUser } from '../machines.ts';

export interface ForwardSpec {
  /** `local`: a port here leads there; `remote`: a port there leads here. */
  readonly direction: 'local' | 'remote';
  /** Where the service listens: there for `local`, here for `remote`. */
  readonly targetPort: number;
  /** Where it can be reached; default: a free one. */
  readonly listenPort?: number | undefined;
}

export interface Forward extends Omit<ForwardSpec, 'listenPort'> {
  readonly listenPort: number;
  readonly forwardId: string;
  readonly host: string;
  readonly openedAt: string;
}

interface Open extends Forward {
  readonly principal: string;
  readonly session: string;
  readonly words: readonly string[];
  readonly machine: Machine;
  /** The one that forwards: another to the same host knows nothing of it. */
  readonly connection: Connection;
  readonly letGo: () => void;
}

/** A port that is forwarded, or about to be. */
interface Claim {
  readonly direction: ForwardSpec['direction'];
  readonly listenPort: number;
  readonly machine: Machine;
}

const LOOPBACK = '127.0.0.1';
const MOST_TRIES = 5;

/** Ports that are forwarded, from loopback to loopback only; they end with their session and their connection. */
export class Forwards {
  private readonly machines: Machines;
  private readonly open = new Map<string, Open>();
  private readonly claims = new Set<Claim>();

  constructor(machines: Machines) {
    this.machines = machines;
  }

  list(principal: string): Forward[] {
    return [...this.open.values()].filter((forward) => forward.principal === principal).map(shown);
  }

  async add(user: RemoteUser, host: string, spec: ForwardSpec): Promise<Forward> {
    return this.machines.use(user, host, async (machine) => {
      const connection = await machine.pool.connection();
      const letGo = machine.pool.hold();
      try {
        const claim = await this.listen(connection.controlPath, spec, machine);
        const { listenPort } = claim;
        const forward: Open = {
          forwardId: `fw_${randomBytes(4).toString('hex')}`,
          host: machine.host.name,
          direction: spec.direction,
          targetPort: spec.targetPort,
          listenPort,
          openedAt: new Date().toISOString(),
          principal: user.principal,
          session: user.session,
          words: wordsOf(spec, listenPort),
          machine,
          connection,
          letGo: () => {
            this.claims.delete(claim);
            letGo();
          },
        };
        this.open.set(forward.forwardId, forward);
        void connection.over.then(() => this.forget(forward));
        return shown(forward);
      } catch (error) {
        letGo();
        throw error;
      }
    });
  }

  async remove(principal: string, forwardId: string): Promise<Forward> {
    const forward = this.open.get(forwardId);
    if (forward?.principal !== principal)
      throw new ToolError('NOT_FOUND', `There is no forwarding "${forwardId}"`, {
        hint: 'action "list" shows them.',
      });
    await this.end(forward);
    return shown(forward);
  }

  /** A session that is gone needs none of its forwards. */
  endSession(session: string): void {
    for (const forward of [...this.open.values()])
      if (forward.session === session) void this.end(forward).catch(() => {});
  }

  /** Answers where it can be reached. What the server itself picked, ssh could not close again. */
  private async listen(controlPath: string, spec: ForwardSpec, machine: Machine): Promise<Claim> {
    const { direction } = spec;
    for (let tries = 1; ; tries++) {
      const listenPort =
        spec.listenPort ?? (direction === 'local' ? await freePort() : randomInt(20_000, 60_000));
      try {
        const claim = this.claim({ direction, listenPort, machine });
        const words = ['forward', ...wordsOf(spec, listenPort)] as const;
        await this.tell(controlPath, words, machine).catch((error: unknown) => {
          this.claims.delete(claim);
          throw error;
        });
        return claim;
      } catch (error) {
        if (spec.listenPort !== undefined || tries === MOST_TRIES) throw error;
      }
    }
  }

  /** To ssh a second forwarding like one that is open is the same one: who closed the first would close both. */
  private claim(claim: Claim): Claim {
    const { direction, listenPort, machine } = claim;
    for (const one of this.claims)
      if (
        one.listenPort === listenPort &&
        one.direction === direction &&
        (direction === 'local' || one.machine === machine)
      )
        throw new ToolError(
          'CONFLICT',
          `Port ${listenPort} is forwarded already${direction === 'local' ? '' : ` on ${machine.host.name}`}`,
          { hint: 'Action "list" shows your forwardings; close that one, or choose another listenPort.' },
        );
    this.claims.add(claim);
    return claim;
  }

  private async end(forward: Open): Promise<void> {
    const { connection, words, machine } = forward;
    await this.tell(connection.controlPath, ['cancel', ...words], machine).catch((error: unknown) => {
      if (!connection.isOver) throw error;
    });
    this.forget(forward);
  }

  private forget(forward: Open): void {
    if (this.open.delete(forward.forwardId)) forward.letGo();
  }

  private async tell(
    controlPath: string,
    words: readonly [string, ...string[]],
    { host }: Machine,
  ): Promise<void> {
    const { exitCode, stderr } = await runProcess({
      argv: controlArgv(controlPath, words),
      cwd: homedir(),
      env: await this.machines.environment(),
      isReader: true,
      timeoutMs: 10_000,
    });
    if (exitCode === 0) return;
    throw new ToolError(
      'UNAVAILABLE',
      `The port could not be forwarded on ${host.name}: ${stderr.text.trim().split('\n').at(-1)}`,
      {
        hint: 'The port may be in use, or the server may not allow it (AllowTcpForwarding). Choose another listenPort.',
      },
    );
  }
}

const wordsOf = ({ direction, targetPort }: ForwardSpec, listenPort: number): string[] => [
  direction === 'local' ? '-L' : '-R',
  `${LOOPBACK}:${listenPort}:${LOOPBACK}:${targetPort}`,
];

const shown = ({ forwardId, host, direction, targetPort, listenPort, openedAt }: Forward): Forward => ({
  forwardId,
  host,
  direction,
  targetPort,
  listenPort,
  openedAt,
});

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
