import type { Call } from '../core/call/call.ts';
import type { Config } from '../core/config.ts';
import { once } from '../core/timing/once.ts';
import type { ToolEngines } from '../core/tool/tool.ts';
import type { CodeOwner } from '../engines/code/code.ts';
import type { FilesParts } from '../engines/files/files.ts';
import type { OwnReach } from '../engines/process/process.ts';
import type { SearchEngine } from '../engines/search/search.ts';
import { lazily } from './lazily.ts';

interface CodeParts extends Pick<FilesParts, 'judge'> {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly reach: OwnReach;
  readonly installation: string;
  readonly dataDir: string;
  readonly search: () => Promise<{ forCall(owner: CodeOwner): SearchEngine }>;
}

/** Code intelligence of a host, loaded with the first call that needs it. */
export function createHostCode({ search, config, env, reach, ...parts }: CodeParts): {
  of(call: Call): ToolEngines['code'];
  close(): Promise<void>;
} {
  const searchFor = async (owner: CodeOwner): Promise<SearchEngine> => (await search()).forCall(owner);
  const { languageServers, languageServerMemoryMb, languageServerIdleMs } = config.code;
  const servers = {
    place: reach,
    path: env.PATH ?? '',
    isOn: languageServers === 'auto',
    maxBytes: languageServerMemoryMb * 1_048_576,
    idleMs: languageServerIdleMs,
  };
  const code = once(async () =>
    (await import('../engines/code/code.ts')).createCode({ ...parts, servers, searchFor }),
  );
  return {
    of: ({ request: { caller, onProgress }, signal, facts: { denied } }) =>
      lazily(async () =>
        (await code()).forCall({
          caller,
          signal,
          denied,
          onProgress: (done, total, message) => onProgress?.({ done, total, message }),
        }),
      ),
    close: async () => (await code.made)?.close(),
  };
}
