import { type CommandNode, type PipelineNode, parse, type Statement } from 'unbash';

/** Programs whose exit code 1 says "no" rather than "it failed". */
const ANSWERING = new Set([
  ...['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag', 'diff', 'cmp', 'test', '[', 'which', 'type', 'command'],
  ...['pgrep', 'pidof', 'expr', 'getent'],
]);
/** Those of them that end with 2 or more when something is really wrong, and may say more with an answer, too. */
const SURE = new Set(['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'diff', 'cmp', 'test', '[', 'expr', 'pgrep']);
const OUTDATED = new Set(['outdated', 'audit']);
const ANSWERING_SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['diff', 'grep', 'merge-base', 'show-ref', 'check-ignore', 'diff-index']),
  npm: OUTDATED,
  pnpm: OUTDATED,
  yarn: OUTDATED,
};

/** Whether this exit code is what was asked for: `grep` that found nothing has not failed. */
export function isAnswer(command: string, exitCode: number | null, stderr: string): boolean {
  if (exitCode !== 1) return exitCode === 0;
  const { commands } = parse(command);
  const decisive = deciding(commands);
  // Of several commands, another one may have complained or failed.
  if (isAlone(commands)) return decisive.some((words) => isAnswerOf(words, exitCode, stderr));
  return stderr.trim() === '' && decisive.some((words) => isAnswerOf(words, exitCode, stderr));
}

/** The same for one program with its arguments. */
export function isAnswerOf(words: Words, exitCode: number | null, stderr: string): boolean {
  if (exitCode === 0) return true;
  if (exitCode !== 1) return false;
  const [program = '', subcommand = ''] = words;
  if (SURE.has(program)) return true;
  // Each of the others says more on stderr when something is really wrong.
  if (stderr.trim() !== '') return false;
  return (ANSWERING_SUBCOMMANDS[program]?.has(subcommand) ?? false) || ANSWERING.has(program);
}

type Words = readonly string[];

/** One program with plain words: neither a redirection nor a substitution can have failed in its place. */
const isAlone = ([first, ...others]: readonly Statement[]): boolean =>
  others.length === 0 &&
  first?.command.type === 'Command' &&
  first.command.suffix.every((part) => part.type === 'Word' && !/[$`]|[<>]\(/.test(part.text));

/** The commands whose exit code can be that of the whole: the last one, and those that decide whether it runs. */
const deciding = (statements: readonly Statement[]): readonly Words[] => {
  const last = statements.at(-1);
  return last ? ofNode(last.command) : [];
};

function ofNode(node: Statement['command'] | PipelineNode | CommandNode): readonly Words[] {
  switch (node.type) {
    case 'AndOr':
      return node.commands.flatMap(ofNode);
    case 'Pipeline':
      return node.commands.slice(-1).flatMap(ofNode);
    case 'Redirected':
      return ofNode(node.command);
    case 'Subshell':
    case 'BraceGroup':
      return deciding(node.body.commands);
    case 'TestCommand':
      return [['test']];
    case 'Command':
      return [
        [
          node.name?.value ?? '',
          ...node.args.flatMap((word) => ('value' in word ? [String(word.value)] : [])),
        ],
      ];
    default:
      return [];
  }
}
