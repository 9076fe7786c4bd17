import type { ActFacts, CommandFacts, FlagFacts } from './describe.ts';
import { COMMAND_FACTS, SHARED_FACTS } from './facts.ts';
import { firstWordsOf } from './first-words.ts';

/** Completion for fish, which shows what each word is about. */
export const fishScript = (): string =>
  [
    'complete -c toolgate -e',
    ...SHARED_FACTS.map((flag) => flagLine(flag)),
    ...COMMAND_FACTS.filter(({ isHidden }) => !isHidden).flatMap(commandLines),
  ].join('\n');

const commandLines = (command: CommandFacts): string[] => [
  `complete -c toolgate -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.about)}`,
  ...wordLines(command),
  ...command.acts.flatMap((act) => actLines(command, act)),
];

/** Words of a form; those of acts say what they are about. */
function wordLines(command: CommandFacts): string[] {
  const { name, acts } = command;
  const words = firstWordsOf(command).filter((word) => !acts.some((act) => act.name === word));
  if (words.length === 0) return [];
  const list = words.join(' ');
  const condition = `__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -eq 2`;
  return [`complete -c toolgate -n '${condition}' -f -a '${list}'`];
}

function actLines({ name, acts }: CommandFacts, act: ActFacts): string[] {
  const inCommand = `__fish_seen_subcommand_from ${name}`;
  const names = acts.map((one) => one.name).join(' ');
  return [
    ...(act.name === ''
      ? []
      : [
          `complete -c toolgate -n '${inCommand}; and not __fish_seen_subcommand_from ${names}' -f -a ${act.name} -d ${quoted(act.about)}`,
        ]),
    ...act.flags.map((flag) => flagLine(flag, inCommand)),
  ];
}

const flagLine = ({ name, short, value, choices, about }: FlagFacts, condition?: string): string =>
  [
    'complete -c toolgate',
    ...(condition === undefined ? [] : [`-n '${condition}'`]),
    `-l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    ...(value === undefined ? [] : ['-r']),
    ...(choices ? [`-f -a '${choices.join(' ')}'`] : []),
    `-d ${quoted(about)}`,
  ].join(' ');

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
