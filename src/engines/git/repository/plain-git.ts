/** Settings of users have no part in it, and nothing is fetched. */
export const PLAIN_ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_NO_LAZY_FETCH: '1',
  // No protocol has this name; a repository's own settings for a protocol do not count then.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
};

/** A question about a repository that starts none of the programs its configuration names. */
export const plainArguments = (gitDir: string, args: readonly string[]): string[] => [
  ...['--git-dir', gitDir, '-c', 'protocol.allow=never', '-c', 'core.fsmonitor=false'],
  ...args,
];
