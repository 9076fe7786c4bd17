import type { Readable } from 'node:stream';
import { createLineReader } from '../../core/text/lines.ts';
import { messageBytes } from '../../core/text/message-bytes.ts';
import { createTurns } from '../../core/timing/turns.ts';
import { localAgent } from '../../host/agent.ts';
import { createConnection } from '../../transports/mcp/front/connection.ts';
import { createToolList } from '../../transports/mcp/serve/tool-list.ts';
import { holdWhileUnread } from '../../transports/pipe/hold-while-unread.ts';
import { readStdin } from '../../transports/pipe/lent-reads.ts';
import { LINES_PER_TURN } from '../../transports/socket/lines-per-turn.ts';
import { agentChoice } from '../agent-choice.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { ownHost } from '../own-host.ts';
import { hostSettingsOf, logTo, namedConfig, settingsSource } from '../settings.ts';
import { exitAfter } from '../until-signal.ts';

export const stdio = defineCommand({
  name: 'stdio',
  section: 'start',
  about: 'speak MCP on stdin and stdout, for one agent',
  more: [
    'A thin pipe to the host that owns the data directory. The host is started in the background if there is none,',
    'and ends after 30 minutes without work. The current directory is open to tools unless --root names others;',
    '"/", your home and system directories are opened by --root only. With --in-process the host is this process;',
    'that fails if another one owns the data directory.',
  ].join('\n'),
  run: serveStdio,
});

/** `toolgate stdio --in-process`: the host inside this process, for tests and containers. */
async function serveStdio({ flags }: Line): Promise<undefined> {
  // The launcher knows the common spelling only; a flag may stand before the command.
  if (!flags.inProcess) return void (await import('../pipe.ts'));
  const settings = await hostSettingsOf(flags);
  const { config } = settings;
  const owned = await ownHost({
    ...settings,
    log: logTo(config),
    kind: 'in-process',
    settings: settingsSource(flags),
    configFile: namedConfig(flags),
  });
  const { host } = owned;
  const choice = { cwd: process.cwd(), ...agentChoice(flags, process.env) };
  const caller = await localAgent(config, 'stdio', choice, undefined, host.settingTimes);
  const turns = createTurns(LINES_PER_TURN, 'event');
  let stdin: Readable | undefined;
  const hold = holdWhileUnread([() => stdin, () => turns], process.stdout);
  const connection = createConnection({
    host,
    caller,
    listTools: createToolList(host),
    write: (line) => {
      process.stdout.write(line);
      hold();
    },
  });
  const end = exitAfter(async () => {
    connection.close();
    await owned.close();
  });
  const maxBytes = messageBytes(config, 'lineBytes');
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => turns.take(() => connection.receive(line)),
    onTooLong: (ends) => connection.refuseLongLine(ends, maxBytes),
  });
  stdin = readStdin((piece) => {
    reader.push(piece);
    return turns.isBehind;
  });
  // What came before the end has its turn first, and is still answered: a script closes its side when it has asked.
  stdin.on('end', () => turns.take(() => end(connection.finish)));
  stdin.on('error', () => end());
  process.stdout.on('error', () => end());
}
