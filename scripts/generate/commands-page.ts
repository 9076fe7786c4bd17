import { COMMANDS } from '../../src/cli/commands/index.ts';
import {
  type ActFacts,
  type CliFacts,
  type CommandFacts,
  describeCommands,
  type FlagFacts,
} from '../../src/cli/help/describe.ts';

/** What the program knows of its commands without loading them. */
export const commandFacts = async (): Promise<CliFacts> =>
  describeCommands(await Promise.all(Object.values(COMMANDS).map((load) => load())));

/** docs/commands.md: every command with its acts and flags. */
export const commandsPage = ({ commands, shared }: CliFacts): string =>
  [
    '# Commands',
    '',
    'Generated from the definitions in `src/cli/commands` by `npm run generate`; do not edit.',
    '',
    ...commands.filter(({ isHidden }) => !isHidden).flatMap(section),
    '## Flags of every command',
    '',
    ...flagTable(shared),
    'Exit codes: 0 done; 1 the tool failed; 2 wrong use; 3 refused or waiting for approval.',
    '',
  ].join('\n');

const section = (command: CommandFacts): string[] => [
  `## ${command.name}`,
  '',
  `${command.about.charAt(0).toUpperCase()}${command.about.slice(1)}.`,
  '',
  ...command.acts.flatMap((act) => actLines(command, act)),
  ...(command.more === '' ? [] : ['```', command.more, '```', '']),
];

const actLines = ({ name, acts }: CommandFacts, act: ActFacts): string[] => [
  `- \`${['toolgate', name, act.name, act.words].filter((word) => word !== '').join(' ')}\`${acts.length > 1 ? `: ${act.about}` : ''}`,
  '',
  ...flagTable(act.flags),
];

const flagTable = (flags: readonly FlagFacts[]): string[] =>
  flags.length === 0
    ? []
    : [
        '| Flag | |',
        '|---|---|',
        ...flags.map(
          ({ name, value, about }) =>
            `| \`--${name}${value === undefined ? '' : ` ${value.replaceAll('|', '\\|')}`}\` | ${about.replaceAll('|', '\\|')} |`,
        ),
        '',
      ];
