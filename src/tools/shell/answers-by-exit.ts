import { type CommandNode, type PipelineNode, parse, type Statement } from 'unbash';

/** Programs whose exit code 1 says "no" rather than "it failed". */
const ANSWERING = new Set([
  ...['grep', 'egrep', 'fgrep', 'zgrep', 'rg', 'ag', 'diff', 'cmp', 'test', '[', 'which', 'type', 'command'],
  ...['pgrep', 'pidof', 'expr', 'getent', 'false'],
]);
const OUTDATED = new Set(['outdated', 'audit']);
const ANSWERING_SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: new Set(['diff', 'grep', 'merge-base', 'show-ref', 'check-ignore', 'diff-index']),
  npm: OUTDATED,
  pnpm: OUTDATED,
  yarn: OUTDATED,
};

/** Whether this exit code is what was asked for: `grep` that found nothing has not failed. */
export function isAnswer(command: string, exitCode: number | null, stderr: string): boolean {
  return exitCode === 1
    ? deciding(parse(command).commands).some((words) => isAnswerOf(words, exitCode, stderr))
    : exitCode === 0;
}

/** The same for one program with its arguments. */
export function isAnswerOf(words: Words, exitCode: number | null, stderr: string): boolean {
  if (exitCode === 0) return true;
  // Each of these says more on stderr when something is really wrong.
  if (exitCode !== 1 || stderr.trim() !== '') return false;
  const [program = '', subcommand = ''] = words;
  return (ANSWERING_SUBCOMMANDS[program]?.has(subcommand) ?? false) || ANSWERING.has(program);
}

type Words = readonly string[];

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
