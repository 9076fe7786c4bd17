import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CommandLine } from '../../core/flags.ts';
import { CONFIG_KEYS } from '../../host/config-facts.ts';
import { narrowedBy } from '../../host/load-config.ts';
import { authFor } from '../../transports/http/auth-for.ts';
import { settingsOf } from '../settings.ts';

/** show | path | check. */
export async function config({ words, flags }: CommandLine): Promise<number> {
  const [act = 'show'] = words;
  if (act === 'path') {
    for (const path of [
      flags.config ?? join(homedir(), '.toolgate', 'config.json'),
      resolve('toolgate.json'),
    ]) {
      print(`${path}${existsSync(path) ? '' : '  (not there)'}`);
    }
    return 0;
  }
  const settings = await settingsOf(flags);
  const values = await narrowedBy(settings, process.cwd());
  // What serve would refuse.
  if (act === 'check') authFor(settings);
  if (act === 'check') print('The configuration is right.');
  else if (flags.json) print(JSON.stringify(values, null, 2));
  else
    for (const { path, env } of CONFIG_KEYS)
      print(`${path.join('.').padEnd(30)} ${JSON.stringify(valueAt(values, path)).padEnd(30)} ${env}`);
  return 0;
}

const valueAt = (values: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], values);

const print = (text: string): void => void process.stdout.write(`${text}\n`);
