import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../../core/errors.ts';
import type { HookFile } from '../hooks/hook-file.ts';
import type { ConnectClient, Server } from './connect-client.ts';
import { type Data, isData, type Keys } from './formats/format.ts';
import { FORMATS } from './formats/formats.ts';

/** The file in which a client lists its servers. What cannot be changed safely is refused, with the lines to add. */
export function serverFile(client: ConnectClient, path: string, server: Server): HookFile {
  const { read, put, cut } = FORMATS[client.format];
  const keys: Keys = [client.list, 'toolgate'];
  const entry = client.entry(server);
  const refuse = (why: string): UsageError =>
    new UsageError(
      `${path} was left as it is: ${why}. Change it by hand, or correct it and run the command again. The entry of Toolgate in it is:\n\n${entryText(client, server)}`,
    );
  const changed = (expected: Data, change: () => string): string => {
    try {
      const after = change();
      // An edit that would touch anything else is not made.
      if (same(read(after), expected)) return after;
    } catch {
      // The file is sound, as was seen before; the edit does not fit the way it is written.
    }
    throw refuse('it is written in a way that this command cannot change safely');
  };
  const dataIn = (text: string): Data => {
    try {
      const data = read(text);
      if (isData(data)) return data;
    } catch (error) {
      throw refuse(
        `it cannot be read (${error instanceof Error ? firstLine(error.message) : String(error)})`,
      );
    }
    throw refuse('it holds no settings by name');
  };
  return {
    path,
    installed: (current) => {
      const text = current ?? '';
      const data = dataIn(text);
      const servers = data[keys[0]] ?? {};
      if (!isData(servers)) throw refuse(`"${keys[0]}" in it is not a list of servers by name`);
      const present = servers[keys[1]];
      // What the person added to the entry stays.
      const value = isData(present) ? { ...present, ...entry } : entry;
      if (same(present, value)) return text;
      return changed({ ...data, [keys[0]]: { ...servers, [keys[1]]: value } }, () => put(text, keys, value));
    },
    removed: (current) => {
      const data = dataIn(current);
      const servers = data[keys[0]];
      if (!isData(servers) || servers[keys[1]] === undefined) return current;
      const { [keys[1]]: _ours, ...others } = servers;
      const { [keys[0]]: _servers, ...rest } = data;
      const isLast = Object.keys(others).length === 0;
      // TOML has no table without its head; elsewhere the empty list stays.
      const expected = isLast && client.format === 'toml' ? rest : { ...rest, [keys[0]]: others };
      return changed(expected, () => cut(current, keys));
    },
  };
}

/** The whole file, if it held nothing else. */
export const entryText = ({ format, list, entry }: ConnectClient, server: Server): string =>
  FORMATS[format].put('', [list, 'toolgate'], entry(server)).trimEnd();

/** Parsers make objects of their own kinds; only what they hold counts. */
const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(structuredClone(a), structuredClone(b));

const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/[.:]$/, '');
