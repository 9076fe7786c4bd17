import type { LibraryHandle } from 'koffi';

/** The C library of the system, for what Node has no way to. */
export interface CLibrary {
  /** A function of it, by its declaration in C. */
  readonly declare: (definition: string) => ReturnType<LibraryHandle['func']>;
  /** Why the last call failed. */
  readonly errno: () => number;
}

/** For descriptors that are opened here: Node has no name for it, and gives it to its own unasked. */
export const CLOSE_ON_EXEC = 0o2000000;

let loading: Promise<CLibrary | undefined> | undefined;

/** Undefined where it cannot be had; callers have another way. */
export function loadCLibrary(): Promise<CLibrary | undefined> {
  loading ??= load().catch(() => undefined);
  return loading;
}

async function load(): Promise<CLibrary | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { default: koffi } = await import('koffi');
  const handle = koffi.load(null);
  return { declare: (definition) => handle.func(definition), errno: () => koffi.errno() };
}
