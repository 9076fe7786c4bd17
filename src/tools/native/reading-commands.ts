import type { Assessment } from '../../core/assessment.ts';

type Words = readonly string[];

/**
 * Agents look around with a few programs all day that could run others, where their words or their settings say so.
 * What words say is judged, and what they would do then is not SAFE; settings are the user's own, and those of a
 * repository are protected from agents. So what is SAFE of them passes like what only reads. A command that our
 * sandbox alone makes harmless is never among them.
 */
export function asReading(judged: Assessment): Assessment {
  const { risk, commands = [], needs = [], runs = [], scripts = [], unfound = [] } = judged;
  const startsNothing = needs.length + runs.length + scripts.length + unfound.length === 0;
  if (judged.isPure || risk !== 'SAFE' || !startsNothing || !commands.every(onlyReads)) return judged;
  return { ...judged, isPure: true };
}

const PLAIN =
  /^(ls|cat|head|tail|wc|sort|uniq|cut|tr|echo|printf|pwd|cd|test|\[|true|false|which|type|command|date|uname|whoami|id|basename|dirname|realpath|readlink|stat|diff|cmp|comm|nl|tac|rev|du|df|nproc|seq|sed|[ef]?grep)$/;
const GLOB = /[*?[]/;
const RECURSIVE = /^(-[A-Za-z]*[rRd]|--(recursive|dereference-recursive|directories))/;
/** Files that are left out otherwise, because they may hold secrets. */
const HIDDEN = /^(-[A-Za-z]*[u.H]|--(hidden|no-ignore|unrestricted|search-zip|pre|follow))/;

const GIT_READS =
  /^(status|log|diff|show|branch|remote|rev-parse|rev-list|blame|ls-files|ls-tree|describe|shortlog|tag|stash|reflog|merge-base|name-rev|config|worktree)$/;
/** Files outside of what is tracked, and programs that settings name. */
const GIT_BEYOND = /^--?(no-index|ext-diff|textconv|open-files-in-pager|output|O\b|paginate|p$)/;

/** Prints only what it names, what a repository tracks, or names of files. */
function onlyReads([program = '', ...words]: Words): boolean {
  const name = program.replace(/^\/(usr\/)?bin\//, '');
  if (name === 'git') return GIT_READS.test(words[0] ?? '') && !words.some((word) => GIT_BEYOND.test(word));
  if (name === 'find') return !words.some((word) => /^-(exec|ok|delete|fprint|fls)/.test(word));
  if (name === 'tree') return true;
  if (name === 'rg' || name === 'fd') return !words.some((word) => HIDDEN.test(word));
  if (name === 'xargs') return /^(wc|ls|stat|basename|dirname|du)$/.test(words[0] ?? '');
  if (/^(node|npm|npx|python3?|tsc|go|cargo|java|docker)$/.test(name))
    return words.length === 1 && /^(--version|-v|-V|version)$/.test(words[0] ?? '');
  // A pattern can find files with secrets, and so can a search of a whole directory.
  if (!PLAIN.test(name) || (name !== 'sed' && !/grep$/.test(name) && words.some((word) => GLOB.test(word))))
    return false;
  const files = words
    .filter((word) => !word.startsWith('-'))
    .slice(name === 'sed' || /grep$/.test(name) ? 1 : 0);
  return (
    !files.some((word) => GLOB.test(word)) &&
    !(/grep$/.test(name) && words.some((word) => RECURSIVE.test(word)))
  );
}
