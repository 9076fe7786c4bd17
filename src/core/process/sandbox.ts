/**
 * What a child process runs in.
 * `closed`: it can change nothing, connect to nothing and see no secret. For what nobody was asked about.
 * `open`: it has the access that was decided on, no more. For what a person, a rule or a setting allowed.
 * `none`: no sandbox on this machine, or switched off.
 */
export type Sandbox = 'closed' | 'open' | 'none';

/** What a command can be given beyond reading; each is asked for, shown and decided by its name. */
export const ACCESSES = ['write', 'network', 'secrets', 'host'] as const;
export type Access = (typeof ACCESSES)[number];

/** What a person reads on the card. */
export const ACCESS_WORDS: Readonly<Record<Access, string>> = {
  write: 'change files in the open directories',
  network: 'use the network',
  secrets: 'read credentials: SSH and cloud keys, .env files',
  host: 'use the whole machine as you do: all your files, services and sockets',
};

/** In the order of `ACCESSES`, each once. */
export const joinAccess = (...lists: readonly (readonly Access[] | undefined)[]): readonly Access[] =>
  ACCESSES.filter((access) => lists.some((list) => list?.includes(access)));
