import * as z from 'zod';

/** What a host is called: never an address, an option of ssh, or something a shell would read. */
export const hostName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'a name of letters, digits, dots, dashes and underscores');

const word = z.string().regex(/^[^\s"'\\#%][^\s"'\\#]*$/, 'one word without quotes');

/** A host that is named in Toolgate's own configuration, or was added by a person. */
export const hostSpec = z.strictObject({
  hostname: word.optional().describe('Address or DNS name; default: the name itself'),
  user: word.optional().describe('User to log in as'),
  port: z.number().int().min(1).max(65_535).optional().describe('Port of its sshd'),
  identityFile: word.optional().describe('Private key to use'),
  proxyJump: word.optional().describe('Host, or several with commas, to go through'),
  root: z.string().startsWith('/').optional().describe('Directory that file tools stay in'),
  users: z
    .array(z.string())
    .default([])
    .describe('Principals who may use it, such as local:1000, token:ci or jwt:alice; empty: all'),
});

export type HostSpec = z.output<typeof hostSpec>;

/** A host that a person added, and whose it is. */
export interface AddedHost {
  readonly name: string;
  readonly principal: string;
  readonly spec: HostSpec;
  readonly addedAt: string;
}

/** That a principal has used a host, and what was seen of it then. */
export interface HostUse {
  readonly principal: string;
  readonly name: string;
  readonly fingerprint: string;
  readonly home: string;
  readonly firstUsedAt: string;
  readonly lastUsedAt: string;
}

export interface HostRecords {
  added(): readonly AddedHost[];
  add(host: AddedHost): void;
  use(principal: string, name: string): HostUse | undefined;
  uses(): readonly HostUse[];
  noteUse(use: Pick<HostUse, 'principal' | 'name' | 'fingerprint' | 'home'>): void;
  /** What was added and who used it; answers whether there was anything. */
  forget(name: string, principal: string | undefined): boolean;
}
