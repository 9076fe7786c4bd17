import { UsageError } from '../../core/errors.ts';
import type { SecretStore } from '../../core/secret-store.ts';
import { createVault, type VaultParts } from './vault.ts';

/** The secret store of a host. */
export interface HostSecrets extends SecretStore {
  /** Called with each value of earlier hosts, if told at once, and with each that is set from now on. */
  onSecret(listener: (value: string) => void): void;
  /** Until the values of earlier hosts are known: a promise of that, which never rejects. */
  readonly opening: Promise<void> | undefined;
}

interface SecretStoreParts extends VaultParts {
  /** Told why secrets of earlier hosts cannot be used. */
  readonly onFailure?: (error: unknown) => void;
}

export function createSecretStore({ onFailure = () => {}, ...parts }: SecretStoreParts): HostSecrets {
  const vault = createVault(parts);
  const learners = new Set<(value: string) => void>();
  const values = new Map<string, () => string>();
  const learn = (value: string): void => {
    for (const tell of learners) tell(value);
  };
  const tryToLearn = (name: string, read: () => string): void => {
    values.set(name, read);
    try {
      learn(read());
    } catch (error) {
      // The others are as good as before; a caller that asks for this one hears it too.
      onFailure(error);
    }
  };
  let failure: unknown;
  // Those who want to learn values have a turn to say so.
  let opening: Promise<void> | undefined = Promise.resolve()
    .then(() => vault.open(tryToLearn))
    .catch((error: unknown) => {
      failure = error;
      onFailure(error);
    })
    .then(() => {
      opening = undefined;
    });
  const opened = async (): Promise<void> => {
    await opening;
    if (failure !== undefined) throw failure;
  };
  const inTurn = takingTurns();

  return {
    get opening() {
      return opening;
    },
    onSecret: (tell) => void learners.add(tell),
    get: async (name) => {
      await opened();
      return values.get(name)?.();
    },
    set: (name, value) =>
      inTurn(async () => {
        assertUsable(name, value);
        await opened();
        // Known before it is written: from then on somebody could come across it.
        learn(value);
        const info = await vault.put(name, value);
        values.set(name, () => value);
        return info;
      }),
    list: vault.list,
    remove: (name) =>
      inTurn(async () => {
        await opening;
        values.delete(name);
        return vault.erase(name);
      }),
  };
}

// A shorter text is part of many others, and could not be masked in them.
const SHORTEST = 8;
const LONGEST = 65_536;

function assertUsable(name: string, value: string): void {
  if (!/^[A-Za-z0-9][\w.:/@-]{0,127}$/.test(name))
    throw new UsageError(
      `"${name}" is not a valid name for a secret; use 1 to 128 letters, digits, "_", ".", ":", "/", "@" or "-".`,
    );
  if (value.length < SHORTEST || value.length > LONGEST)
    throw new UsageError(
      `The value of "${name}" has ${value.length} characters; a secret has ${SHORTEST} to ${LONGEST}.`,
    );
}

/** One change after the other: each writes the whole file. */
function takingTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}
