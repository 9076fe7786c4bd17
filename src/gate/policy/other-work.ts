/**
 * Options that make another piece of work of a git command: it replaces commits, drops what one side did, or throws work
 * away. git takes the beginning of a long option for it.
 */
const OF_GIT: Readonly<Record<string, RegExp>> = {
  commit: /^--am|^--fixup=(amend|reword):/,
  rebase: /^(-[a-z]*[ixs]|--in|--onto|--root|--exec|--strat|--skip|--abort|--quit)/,
  merge: /^(-[a-z]*s|--strat|--squ|--abort|--quit)/,
  'cherry-pick': /^(-[a-z]*[ms]|--main|--strat|--skip|--abort|--quit)/,
  pull: /^(-[a-z]*[sf]|--force|--strat|--squ|--allow-un)/,
  checkout: /^(-[a-z]*[fB]|--force|--ours|--theirs|--orphan|--disc)/,
  switch: /^(-[a-z]*[fC]|--force|--orphan|--disc)/,
  branch: /^(-[a-z]*[DMCf]|--force)/,
  tag: /^(-[a-z]*[df]|--del|--force)/,
};

/** Whether a command is beyond what was allowed because of such an option, which the allowed one had not. */
export function isOtherWork(words: readonly string[], allowed: readonly string[]): boolean {
  const [program = '', verb = '', ...rest] = words;
  if (!/(^|\/)git$/.test(program) || !Object.hasOwn(OF_GIT, verb)) return false;
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length);
  return options.some((option) => OF_GIT[verb]?.test(option) === true && !allowed.includes(option));
}
