import type { CommandFacts, FlagFacts } from './describe.ts';
import { COMMAND_FACTS, SHARED_FACTS } from './facts.ts';
import { firstWordsOf } from './first-words.ts';

/** Completion for bash; the words are written into the script, so that completing starts no program. */
export function bashScript(): string {
  const shown = COMMAND_FACTS.filter(({ isHidden }) => !isHidden);
  return `_toolgate() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command='' act='' i word
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      ${valueFlags().join('|')}) ((i++)) ;;
      -*) ;;
      *) if [[ -z $command ]]; then command=$word; elif [[ -z $act ]]; then act=$word; fi ;;
    esac
  done
  case $prev in
${choiceCases().join('\n')}
    ${pathFlags().join('|')}) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  local words=''
  case $command in
    '') words='${shown.map(({ name }) => name).join(' ')} ${flagWords(SHARED_FACTS)}' ;;
${shown.map(commandCase).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _toolgate toolgate`;
}

const allFlags = (): FlagFacts[] => [
  ...SHARED_FACTS,
  ...COMMAND_FACTS.flatMap(({ acts }) => acts.flatMap(({ flags }) => flags)),
];

const valueFlags = (): string[] => [
  ...new Set(allFlags().flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`]))),
];

const pathFlags = (): string[] => [
  ...new Set(
    allFlags().flatMap(({ name, value }) => (value === 'DIR' || value === 'FILE' ? [`--${name}`] : [])),
  ),
];

const choiceCases = (): string[] => [
  ...new Map(
    allFlags().flatMap(({ name, choices }) =>
      choices
        ? [
            [
              name,
              `    --${name}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur")); return ;;`,
            ] as const,
          ]
        : [],
    ),
  ).values(),
];

const flagWords = (flags: readonly FlagFacts[]): string => flags.map(({ name }) => `--${name}`).join(' ');

function commandCase(command: CommandFacts): string {
  const { name, acts } = command;
  const flags = [...new Set(acts.flatMap((act) => act.flags.map((flag) => `--${flag.name}`)))];
  const common = [...flags, flagWords(SHARED_FACTS)].join(' ');
  const firstWords = firstWordsOf(command);
  return firstWords.length === 0
    ? `    ${name}) words='${common}' ;;`
    : `    ${name}) words='${common}'; [[ -z $act ]] && words="${firstWords.join(' ')} $words" ;;`;
}
