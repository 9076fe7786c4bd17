import type * as z from 'zod';
import type { hostSpec } from '../config/remote.ts';

/** What a host is called: never an address, an option of ssh, or something a shell would read. */
export const HOST_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

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

/** What the gate asks about remote hosts when it judges a call; nothing here connects. */
export interface RemoteKnowledge {
  /** The host that a name means; an empty one is the default. Undefined where there is none. */
  nameOf(principal: string, name: string): string | undefined;
  /** Whether this principal used it before: then somebody has said yes to that. */
  isUsed(principal: string, name: string): boolean;
  /** Where its commands and files start, as far as it is known. */
  placeOf(
    principal: string,
    name: string,
  ): { readonly home: string | undefined; readonly root: string | undefined };
  /** Whether a file is there; undefined where no connection is open that could tell. */
  isThere(principal: string, name: string, path: string): Promise<boolean | undefined>;
}

/** A machine that a call reached, for the record. */
export interface ReachedMachine {
  readonly host: string;
  readonly user: string | undefined;
  readonly address: string | undefined;
  readonly fingerprint: string | undefined;
}
