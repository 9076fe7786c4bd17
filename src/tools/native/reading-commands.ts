import type { Assessment } from '../../core/call/assessment.ts';
import { resolveFrom } from '../../core/path/paths.ts';

type Words = readonly string[];

interface Place {
  readonly cwd: string | undefined;
  readonly isInert: (directory: string) => Promise<boolean>;
}

/**
 * Agents look around with a few programs all day that could run others, where their words or settings say so. What
 * words say is judged, and what they would do then is not SAFE; a repository is looked at before git is. So what is SAFE
 * of them passes like what only reads. A command that our sandbox alone makes harmless is never among them.
 */
export async function asReading(judged: Assessment, place: Place): Promise<Assessment> {
  const { risk, commands = [], needs = [], runs = [], scripts = [], unfound = [] } = judged;
  const startsNothing = needs.length + runs.length + scripts.length + unfound.length === 0;
  if (judged.isPure || risk !== 'SAFE' || !startsNothing || !commands.every(onlyReads)) return judged;
  if (
    commands.some(([program = '']) => nameOf(program) === 'git') &&
    !(await isInertWhereRun(commands, place))
  )
    return { ...judged, reasons: [...judged.reasons, 'the repository may start programs of its own'] };
  return { ...judged, isPure: true };
}

/** In the directory where a line begins, and in the one it changes to first; more than that is not followed. */
async function isInertWhereRun(commands: readonly Words[], { cwd, isInert }: Place): Promise<boolean> {
  const moves = commands.filter(([program = '']) => /^(cd|pushd|popd)$/.test(program));
  const [move] = moves;
  if (move === undefined) return isInert(cwd ?? '.');
  const [, to = ''] = move;
  const isPlain = moves.length === 1 && move === commands[0] && move.length === 2 && /^[\w./@+]/.test(to);
  return isPlain && (await isInert(cwd ?? '.')) && (await isInert(resolveFrom(cwd, to)));
}

const PLAIN =
  /^(ls|cat|head|tail|wc|sort|uniq|cut|tr|echo|printf|pwd|cd|test|\[|true|false|which|type|date|uname|whoami|id|basename|dirname|realpath|readlink|stat|cmp|comm|nl|tac|rev|du|df|nproc|seq|sed|[ef]?grep)$/;
const GLOB = /[*?[]/;
const RECURSIVE = /^(-[A-Za-z]*[rRd]|--(recursive|dereference-recursive|directories))/;
/** Files that are left out otherwise, because they may hold secrets. */
const HIDDEN = /^(-[A-Za-z]*[u.HzLxX]|--(hidden|no-ignore|unrestricted|search-zip|pre|follow|exec))/;
/** Files that a file names. */
const LISTED = /^--files0-from/;

const GIT_READS =
  /^(status|log|diff|show|branch|remote|rev-parse|rev-list|blame|ls-files|ls-tree|describe|shortlog|tag|stash|reflog|merge-base|name-rev|config|worktree)$/;
/** Files outside of what is tracked, and programs that settings name. */
const GIT_BEYOND = /^--?(no-index|ext-diff|textconv|open-files-in-pager|output|O\b|paginate|p$)/;

/** Prints only what it names, what a repository tracks, or names of files. */
function onlyReads([program = '', ...words]: Words): boolean {
  const name = nameOf(program);
  if (name === 'command') return words[0] === '-v';
  if (name === 'git') return GIT_READS.test(words[0] ?? '') && !words.some((word) => GIT_BEYOND.test(word));
  if (name === 'find') return !words.some((word) => /^-(exec|ok|delete|fprint|fls)/.test(word));
  if (name === 'tree') return true;
  // Two directories are compared file by file, secrets among them.
  if (name === 'diff') return words.every((word) => /^-\w+$|[^/]\.\w+$/.test(word) && !RECURSIVE.test(word));
  if (name === 'rg' || name === 'fd') return !words.some((word) => HIDDEN.test(word));
  if (name === 'xargs') return /^(wc|ls|stat|basename|dirname|du)$/.test(words[0] ?? '');
  if (/^(node|npm|npx|python3?|tsc|go|cargo|java|docker)$/.test(name))
    return words.length === 1 && /^(--version|-v|-V|version)$/.test(words[0] ?? '');
  // A pattern can find files with secrets, and so can a search of a whole directory.
  if (!PLAIN.test(name) || (name !== 'sed' && !/grep$/.test(name) && words.some((word) => GLOB.test(word))))
    return false;
  if (words.some((word) => LISTED.test(word))) return false;
  const files = words
    .filter((word) => !word.startsWith('-'))
    .slice(name === 'sed' || /grep$/.test(name) ? 1 : 0);
  return (
    !files.some((word) => GLOB.test(word)) &&
    !(/grep$/.test(name) && words.some((word) => RECURSIVE.test(word)))
  );
}

const nameOf = (program: string): string => program.replace(/^\/(usr\/)?bin\//, '');
