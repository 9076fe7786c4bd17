/**
 * What a child process may reach.
 * `closed`: no network, nothing writable but the workspace, secrets hidden. For what nobody was asked about.
 * `open`: the machine as the user has it, without Toolgate's own data and processes. For what a person allowed.
 * `none`: no sandbox on this machine, or switched off.
 */
export type Sandbox = 'closed' | 'open' | 'none';

/** What a command can be given beyond reading; each is asked for, shown and decided by its name. */
export const ACCESSES = ['write', 'network', 'secrets', 'host'] as const;
export type Access = (typeof ACCESSES)[number];
