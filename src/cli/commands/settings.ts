import { MODES } from '../../core/call/caller.ts';
import { UsageError } from '../../core/errors.ts';
import { withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { listFlag } from '../line/flag.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import { print, printJson } from '../print.ts';

interface Settings {
  readonly permissionLevel: string;
  readonly toolPermissions: Readonly<Record<string, string>>;
  readonly autoApprove: { readonly enabled: boolean; readonly tools: readonly string[] };
  readonly file: string | null;
  readonly overridden: readonly string[];
}

const PERMISSIONS = ['allowed', 'confirm', 'blocked', 'default'];

export const settings = defineGroup({
  name: 'settings',
  section: 'decide',
  about: 'choose what runs without a question',
  more: [
    `LEVEL is ${MODES.join(', ')}. PERMISSION is ${PERMISSIONS.join(', ')}.`,
    'Changes go into your configuration file. The next call of every agent obeys, also of those connected now.',
  ].join('\n'),
  acts: {
    show: defineAct({
      about: 'what is set, and in which file',
      run: ({ flags }) => ask(flags, 'get', {}),
    }),
    mode: defineAct({
      about: 'set the permission level',
      words: 'LEVEL',
      run: ({ words: [level = ''], flags }) =>
        ask(flags, 'set', { permissionLevel: oneOf('permission level', level, MODES) }),
    }),
    tool: defineAct({
      about: 'allow a tool, have it asked about, or block it',
      words: 'TOOL PERMISSION',
      run: ({ words: [tool = '', word = ''], flags }) => {
        const permission = oneOf('permission', word, PERMISSIONS);
        return ask(flags, 'set', {
          toolPermissions: { [tool]: permission === 'default' ? null : permission },
        });
      },
    }),
    'auto-approve': defineAct({
      about: 'approve calls of chosen tools up to MEDIUM without asking, or stop that',
      words: '[on|off]',
      flags: {
        add: listFlag('add', { value: 'TOOL', takes: 'the name of a tool', about: 'add a tool to the list' }),
        remove: listFlag('remove', { value: 'TOOL', takes: 'the name of a tool', about: 'take it off' }),
      },
      run: ({ words: [word], flags }) => {
        const { add, remove } = flags;
        if (word === undefined && add.length + remove.length === 0)
          throw new UsageError('Say on or off, or which tool to --add or to --remove.');
        const enabled = word === undefined ? undefined : oneOf('switch', word, ['on', 'off']) === 'on';
        return withClient(flags, async (client) => {
          const { autoApprove } = (await client.request('admin/settings/get', {})) as unknown as Settings;
          const tools = [...new Set([...autoApprove.tools, ...add])].filter((tool) => !remove.includes(tool));
          const change = { autoApprove: { tools, ...(enabled !== undefined && { enabled }) } };
          return show(await client.request('admin/settings/set', change), flags);
        });
      },
    }),
  },
});

const ask = (flags: SharedFlags, what: 'get' | 'set', change: object): Promise<number> =>
  withClient(flags, async (client) =>
    show(await client.request(`admin/settings/${what}`, { ...change }), flags),
  );

function oneOf<T extends string>(what: string, word: string, words: readonly T[]): T {
  const found = words.find((each) => each === word);
  if (found === undefined) throw new UsageError(`"${word}" is not a ${what}; choose ${words.join(', ')}.`);
  return found;
}

function show(answer: object, { json }: SharedFlags): number {
  if (json) return printJson(answer);
  const { permissionLevel, toolPermissions, autoApprove, file, overridden } = answer as Settings; // Sound: the act's own output.
  const tools = Object.entries(toolPermissions).map(([tool, word]) => `  ${tool.padEnd(28)} ${word}`);
  return print(
    [
      `mode          ${permissionLevel}`,
      `auto-approve  ${autoApprove.enabled ? 'on' : 'off'}${autoApprove.tools.length > 0 ? `: ${autoApprove.tools.join(', ')}` : ''}`,
      tools.length > 0 ? `tools\n${tools.join('\n')}` : 'tools         as they are by default',
      ...(file === null ? [] : [`file          ${file}`]),
      ...(overridden.length > 0
        ? [`The host was started with ${overridden.join(', ')}, which the file does not change.`]
        : []),
    ].join('\n'),
  );
}
