import type { Caller } from '../../core/caller.ts';
import type { DeniedPaths } from '../../core/denied-paths.ts';
import type { PathAccess } from '../../core/touch.ts';
import type { PathVerdict } from '../files/reach.ts';
import type { FileFacts } from './facts.ts';
import { createFactsReader } from './facts-reader.ts';
import { readSource } from './read-source.ts';
import { createReader } from './reader/reader.ts';

/** What is known of code, as one call may see it. */
export interface CodeEngine {
  /** One file, from its text as it is now. */
  facts(path: string): Promise<CodeFile>;
}

export interface CodeFile extends FileFacts {
  /** Absolute. */
  readonly path: string;
  readonly lastModified: string;
}

interface CodeParts {
  readonly judge: (path: string, access: PathAccess, caller: Owner['caller']) => PathVerdict;
  readonly installation: string;
}

interface Owner {
  readonly caller: Pick<Caller, 'cwd' | 'roots'>;
  readonly signal: AbortSignal;
  readonly denied?: DeniedPaths | undefined;
}

/** Code intelligence of a host: one reading process for all agents. */
export function createCode({ judge, installation }: CodeParts) {
  const reader = createReader({ installation });
  const { facts } = createFactsReader(reader);
  return {
    forCall: ({ caller, signal, denied }: Owner): CodeEngine => {
      const reach = {
        ...caller,
        denied,
        judge: (path: string, access: PathAccess) => judge(path, access, caller),
      };
      return {
        facts: async (named) => {
          const { path, text, lastModified } = readSource(named, reach);
          return { ...(await facts(path, text, signal)), path, lastModified };
        },
      };
    },
    close: () => reader.close(),
  };
}
