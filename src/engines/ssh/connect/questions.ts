import { randomBytes } from 'node:crypto';

/** Something ssh wants to know from a person: a passphrase, a password, a one-time code. */
export interface SecretQuestion {
  readonly id: string;
  readonly host: string;
  /** In the words of ssh, or of the other machine. */
  readonly prompt: string;
  /** `notice`: nothing to answer, such as "touch your key". */
  readonly kind: 'passphrase' | 'password' | 'code' | 'notice';
  readonly askedAt: string;
}

/** Who asks: a name may mean different machines for different users, and none hears of the other's. */
export interface Asker {
  readonly host: string;
  readonly machine: string;
}

interface Open extends SecretQuestion {
  readonly machine: string;
  readonly settle: (answer: string | undefined) => void;
}

interface Asked {
  /** What was remembered has just been refused. */
  readonly isAgain?: boolean;
  readonly isNotice?: boolean;
  /** The asker does not wait any more. */
  readonly signal?: AbortSignal;
}

/** sshd waits for a login two minutes. */
const LONGEST_MS = 110_000;

/** Questions that are open, and answers that may be needed again; in memory, and nowhere else. */
export class SecretQuestions {
  private readonly open = new Map<string, Open>();
  private readonly remembered = new Map<string, string>();
  private readonly listeners = new Set<() => void>();

  list(): SecretQuestion[] {
    return [...this.open.values()].map(({ settle: _, machine: __, ...question }) => question);
  }

  /** What is asked for one machine. */
  of(machine: string): SecretQuestion[] {
    return [...this.open.values()].filter((question) => question.machine === machine);
  }

  /** False where nobody asks that any more. */
  answer(id: string, text: string | undefined): boolean {
    const question = this.open.get(id);
    question?.settle(text);
    return question !== undefined;
  }

  onAsked(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Undefined where nobody answered in time. */
  ask(
    { host, machine }: Asker,
    prompt: string,
    { isAgain = false, isNotice = false, signal }: Asked,
  ): Promise<string | undefined> {
    const key = `${machine}\0${prompt}`;
    const kind = isNotice ? 'notice' : kindOf(prompt);
    if (isAgain) this.remembered.delete(key);
    const known = this.remembered.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const id = randomBytes(6).toString('hex');
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(undefined), LONGEST_MS).unref();
      const settle = (answer: string | undefined): void => {
        clearTimeout(timer);
        this.open.delete(id);
        // A code holds once, and what another machine asks for is its own business.
        if (answer !== undefined && (kind === 'passphrase' || kind === 'password'))
          this.remembered.set(key, answer);
        resolve(answer);
      };
      signal?.addEventListener('abort', () => settle(undefined), { once: true });
      this.open.set(id, { id, host, machine, prompt, kind, askedAt: new Date().toISOString(), settle });
      for (const listener of this.listeners) listener();
    });
  }

  /** Whatever was answered for this machine is not to be sent there again. */
  forget(machine: string): void {
    for (const key of [...this.remembered.keys()])
      if (key.startsWith(`${machine}\0`)) this.remembered.delete(key);
  }

  /** Nobody asks any more for this machine. */
  cancel(machine: string): void {
    for (const question of [...this.open.values()])
      if (question.machine === machine) question.settle(undefined);
  }
}

const kindOf = (prompt: string): SecretQuestion['kind'] => {
  if (/^Enter (PIN|passphrase)|passphrase for/i.test(prompt)) return 'passphrase';
  return /'s password: ?$/i.test(prompt) ? 'password' : 'code';
};
