import { join } from 'node:path';
import { createToolgate, type Toolgate, type ToolgateOptions } from 'toolgate';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './program.ts';

export interface TestToolgate extends Toolgate {
  readonly root: string;
  readonly dataDir: string;
}

/** The library as a program has it, on directories of its own. */
export async function makeToolgate(options: ToolgateOptions = {}): Promise<TestToolgate> {
  const [root, dataDir, keys] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  const env = { PATH: process.env.PATH, HOME: keys, XDG_CONFIG_HOME: keys, XDG_STATE_HOME: keys };
  const made = await createToolgate({
    roots: [root],
    dataDir: join(dataDir, 'data'),
    env,
    ...options,
  });
  onTestFinished(() => made.close());
  return Object.assign(Object.create(made) as Toolgate, { root, dataDir: join(dataDir, 'data') });
}
