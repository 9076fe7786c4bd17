import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { CONNECT_CLIENTS } from '../connect/clients.ts';
import { userPlace } from '../connect/connect-files.ts';
import { isData } from '../connect/formats/format.ts';
import { FORMATS } from '../connect/formats/formats.ts';
import { readText } from '../hooks/change-files.ts';
import { findOnPath } from './find-on-path.ts';
import { type Finding, fine, missing, wrong } from './finding.ts';

/** The command that starts a client, where it has one. */
const COMMANDS: Readonly<Record<string, string>> = {
  'claude-code': 'claude',
  codex: 'codex',
  gemini: 'gemini',
  cursor: 'cursor',
  vscode: 'code',
  windsurf: 'windsurf',
  opencode: 'opencode',
  zed: 'zed',
  goose: 'goose',
};

/** For each client that is used here: whether it starts Toolgate, and a Toolgate that is there. */
export function checkClients(): Finding[] {
  const home = homedir();
  const place = userPlace(home, process.platform, process.env);
  const found = Object.entries(CONNECT_CLIENTS).flatMap(
    ([name, { title, path, format, list, needsRoot }]): Finding[] => {
      const file = path(place);
      const command = COMMANDS[name];
      const folder = dirname(file);
      const isHere =
        existsSync(file) ||
        (folder !== home && existsSync(folder)) ||
        (command !== undefined && findOnPath(command) !== undefined);
      if (!isHere) return [];
      const connect = `toolgate connect ${name}${needsRoot ? ' --root DIR' : ''}`;
      const entry = entryIn(file, format, list);
      if (entry === 'unreadable')
        return [wrong(`${title}: ${file} cannot be read`, `correct it; ${connect} --print shows the lines`)];
      if (entry === undefined) return [missing(`${title}: found, and not connected`, connect)];
      const gone = entry.find((part) => part.endsWith('toolgate.js') && !existsSync(part));
      if (gone !== undefined) return [wrong(`${title}: starts ${gone}, which is not there`, connect)];
      return [fine(`${title}: connected`)];
    },
  );
  if (found.length > 0) return found;
  return [
    missing('clients: none was found here', 'toolgate connect CLIENT connects one; README.md has the lines'),
  ];
}

/** The words of the command that a client starts Toolgate with. */
function entryIn(
  file: string,
  format: keyof typeof FORMATS,
  list: string,
): readonly string[] | 'unreadable' | undefined {
  const text = readText(file);
  if (text === undefined || text.trim() === '') return undefined;
  try {
    const data = FORMATS[format].read(text);
    const servers = isData(data) ? data[list] : undefined;
    const entry = isData(servers) ? servers.toolgate : undefined;
    if (!isData(entry)) return undefined;
    return [entry.command, entry.cmd, entry.args].flat().filter((part) => typeof part === 'string');
  } catch {
    return 'unreadable';
  }
}
