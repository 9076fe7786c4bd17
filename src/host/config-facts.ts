import type { ConfigKey } from '../core/config/config-keys.ts';
import type { Config } from '../core/config.ts';
import facts from './config.gen.json' with { type: 'json' };

/** Keys and defaults of the configuration, known without loading zod; `npm run generate` writes them. */
// Sound: a test compares the generated file with the schema it came from.
export const { keys: CONFIG_KEYS, defaults: DEFAULT_CONFIG } = facts as unknown as {
  keys: readonly ConfigKey[];
  defaults: Config;
};
