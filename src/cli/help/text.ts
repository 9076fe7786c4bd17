import { UsageError } from '../../core/errors.ts';
import { suggestion } from '../../core/text/nearest.ts';
import { launcher } from '../launcher.ts';
import { SECTIONS } from '../line/command.ts';
import { print } from '../print.ts';
import type { ActFacts, CommandFacts, FlagFacts } from './describe.ts';
import { COMMAND_FACTS, SHARED_FACTS } from './facts.ts';

const EXIT_CODES = 'Exit codes: 0 done; 1 the tool failed; 2 wrong use; 3 refused or waiting for approval.';

/** Help for one command, or for all of them. */
export function printHelp(topic: string | undefined): number {
  if (topic === undefined) return print(overview());
  const command = COMMAND_FACTS.find(({ name }) => name === topic);
  if (command) return print(helpFor(command));
  const names = COMMAND_FACTS.map(({ name }) => name);
  throw new UsageError(
    `There is no command "${topic}"${suggestion(topic, names)} toolgate --help lists them.`,
  );
}

const overview = (): string =>
  [
    'toolgate - one gate between AI agents and the machines they work on',
    '',
    'Usage: toolgate COMMAND [flags]',
    'toolgate help COMMAND explains a command and its flags.',
    ...Object.entries(SECTIONS).flatMap(([section, title]) => ['', `${title}:`, ...commandLines(section)]),
    '',
    'Add it to an agent:',
    '  toolgate connect claude-code    (toolgate help connect lists the clients)',
    `  claude mcp add toolgate -- ${launcher()} stdio`,
    ...notInstalled(),
    '',
    ...sharedPart(),
  ].join('\n');

function commandLines(section: string): string[] {
  const shown = COMMAND_FACTS.filter(({ isHidden }) => !isHidden);
  const width = Math.max(...shown.map(({ name }) => name.length)) + 4;
  return shown
    .filter((command) => command.section === section)
    .map(({ name, about }) => `  ${name.padEnd(width)}${about}`);
}

/** Help speaks of `toolgate`; until that is a command here, it says what to type. */
const notInstalled = (): string[] =>
  launcher() === 'toolgate'
    ? []
    : ['', `The command toolgate is not installed yet: type ${launcher()}, or run npm link in its folder.`];

function helpFor(command: CommandFacts): string {
  const uses = command.acts.map((act) => [usage(command, act), act.about] as const);
  const width = Math.max(...uses.map(([form]) => form.length)) + 2;
  const flags = uniqueFlags(command.acts);
  const isOne = command.acts.length === 1;
  return [
    `toolgate ${command.name} - ${command.about}`,
    '',
    ...uses.map(([form, about]) => `  ${isOne ? form : form.padEnd(width) + about}`),
    ...(command.more === '' ? [] : ['', command.more]),
    ...(flags.length === 0 ? [] : ['', 'Flags:', ...flagLines(flags)]),
    '',
    `Every command also takes ${SHARED_FACTS.map(({ name }) => `--${name}`).join(', ')}; toolgate help explains them.`,
    EXIT_CODES,
    ...notInstalled(),
  ].join('\n');
}

const usage = ({ name }: CommandFacts, act: ActFacts): string =>
  ['toolgate', name, act.name, act.words, act.flags.length > 0 ? '[flags]' : '']
    .filter((word) => word !== '')
    .join(' ');

/** Each flag once, with the acts that take it where not all do. */
function uniqueFlags(acts: readonly ActFacts[]): FlagFacts[] {
  const flags = new Map(acts.flatMap((act) => act.flags.map((flag) => [flag.name, flag] as const)));
  return [...flags.values()].map((flag) => {
    const takers = acts.filter((act) => act.flags.some(({ name }) => name === flag.name));
    if (takers.length === acts.length) return flag;
    return { ...flag, about: `${flag.about} (${takers.map(({ name }) => name).join(', ')})` };
  });
}

const flagForm = ({ name, value }: FlagFacts): string => `--${name}${value === undefined ? '' : ` ${value}`}`;

function flagLines(flags: readonly FlagFacts[]): string[] {
  const widest = 22;
  return flags.map((flag) => {
    const form = flagForm(flag);
    // A long form has a line of its own, so that the others stay close to what is said of them.
    return form.length > widest
      ? `  ${form}\n  ${' '.repeat(widest)}${flag.about}`
      : `  ${form.padEnd(widest)}${flag.about}`;
  });
}

const sharedPart = (): string[] => [
  'Flags of every command:',
  ...flagLines(SHARED_FACTS),
  'Every key of the configuration also has a name in the environment, like TOOLGATE_PORT; docs/config.md lists them.',
  '',
  EXIT_CODES,
];
