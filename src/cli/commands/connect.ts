import { homedir } from 'node:os';
import { UsageError } from '../../core/errors.ts';
import { confirm } from '../confirm.ts';
import { CONNECT_CLIENTS } from '../connect/clients.ts';
import type { ConnectClient } from '../connect/connect-client.ts';
import { changesOf, userPlace } from '../connect/connect-files.ts';
import { serverCommand } from '../connect/server-command.ts';
import { entryText, serverFile } from '../connect/server-file.ts';
import { apply, diffOf, type FileChange, keptWords, readText } from '../hooks/change-files.ts';
import { finishInstall } from '../hooks/finish-install.ts';
import type { HookFile } from '../hooks/hook-file.ts';
import { hookFiles } from '../hooks/hook-files.ts';
import { hookPlace } from '../hooks/hook-place.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { oneOf, switchFlag } from '../line/flag.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import { print, printJson, say } from '../print.ts';

const NAMES = Object.keys(CONNECT_CLIENTS);

const FLAGS = {
  hooks: switchFlag('hooks', "put the gate in front of the client's own tools as well"),
  remove: switchFlag('remove', 'take Toolgate out of the client again'),
  print: switchFlag('print', 'print what goes into which file, and change nothing'),
  yes: switchFlag('yes', 'do not ask', 'y'),
};

export const connect = defineCommand({
  name: 'connect',
  section: 'start',
  about: 'add Toolgate to the settings of a client',
  words: 'CLIENT',
  more: [
    `CLIENT is ${NAMES.join(', ')}.`,
    '',
    '--root, --mode, --pack, --profile, --data-dir and --config are passed on to the toolgate stdio it starts.',
    'A client that does not search for tools by itself gets --profile lean, unless you name another.',
    'docs/clients.md says which file each client has.',
  ].join('\n'),
  flags: FLAGS,
  run: connectClient,
});

async function connectClient({ words: [name = ''], flags }: Line<typeof FLAGS>): Promise<number> {
  const client = CONNECT_CLIENTS[oneOf('CLIENT', name, NAMES)] as ConnectClient;
  const server = serverCommand(client, flags, process.env);
  const path = client.path(userPlace(homedir(), process.platform, process.env));
  if (flags.print)
    return flags.json
      ? printJson({ path, list: client.list, entry: client.entry(server) })
      : print(`In ${path}:\n\n${entryText(client, server)}`);
  const files = [serverFile(client, path, server), ...(flags.hooks ? await filesOfHook(client, flags) : [])];
  const changes = changesOf(files, flags.remove).filter(({ before, after }) => before !== after);
  if (changes.length === 0) return unchanged(client, flags);
  if (!flags.json) for (const change of changes) print(diffOf(change));
  if (!flags.yes && !(await isWanted(client, flags))) return print('Nothing was changed.') + 1;
  for (const change of changes) applyUnchanged(change, flags);
  if (flags.json)
    return printJson(changes.map(({ file, after }) => ({ path: file.path, removed: after === undefined })));
  return flags.remove ? 0 : sayNext(client, flags);
}

async function filesOfHook({ hook, title }: ConnectClient, flags: SharedFlags): Promise<readonly HookFile[]> {
  if (hook !== undefined) return hookFiles(hook, await hookPlace(flags, false));
  throw new UsageError(`${title} asks nobody before its own tools run; connect it without --hooks.`);
}

const unchanged = ({ title }: ConnectClient, { json, remove }: Line<typeof FLAGS>['flags']): number => {
  if (json) return printJson([]);
  return print(remove ? `${title} is not connected to Toolgate.` : `${title} is connected already.`);
};

async function isWanted({ title }: ConnectClient, { json, remove }: Line<typeof FLAGS>['flags']) {
  if (json || !process.stdin.isTTY)
    throw new UsageError('Nothing was changed: nobody can be asked here. Add --yes to make this change.');
  return confirm(remove ? `Take Toolgate out of ${title}?` : `Connect ${title} so?`);
}

/** A client that runs may write its settings while the person reads the difference. */
function applyUnchanged(change: FileChange, { json }: SharedFlags): void {
  const { path } = change.file;
  if (readText(path) !== change.before)
    throw new UsageError(`${path} was changed by another program in the meantime. Run the command again.`);
  apply(change);
  const words = keptWords(change);
  if (!json && words !== undefined) print(words);
}

async function sayNext(
  client: ConnectClient,
  { hooks, roots, yes }: Line<typeof FLAGS>['flags'],
): Promise<number> {
  say(client.next);
  if (client.needsRoot && roots.length === 0)
    say(
      `${client.title} starts it outside of any project: open a directory with --root DIR here, or with toolgate projects add DIR.`,
    );
  if (hooks && client.hook !== undefined)
    await finishInstall(client.hook, { home: homedir(), isSystem: false, isNew: true, isAgreed: yes });
  return 0;
}
