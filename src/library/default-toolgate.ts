import { once } from '../core/timing/once.ts';
import { createToolgate } from './create-toolgate.ts';
import type { Toolgate } from './toolgate.ts';

/** For what is constructed without one: the current directory, the user's data directory; it never keeps a program alive. */
export const defaultToolgate = once(async (): Promise<Toolgate> => {
  const toolgate = await createToolgate();
  toolgate.unref();
  process.once('beforeExit', () => void toolgate.close());
  return toolgate;
});
