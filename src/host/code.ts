import type { Call } from '../core/call.ts';
import { once } from '../core/once.ts';
import type { ToolEngines } from '../core/tool.ts';
import type { FilesParts } from '../engines/files/files.ts';
import { lazily } from './lazily.ts';

interface CodeParts extends Pick<FilesParts, 'judge'> {
  readonly installation: string;
}

/** Code intelligence of a host, loaded with the first call that needs it. */
export function createHostCode(parts: CodeParts): {
  of(call: Call): ToolEngines['code'];
  close(): Promise<void>;
} {
  const code = once(async () => (await import('../engines/code/code.ts')).createCode(parts));
  return {
    of: ({ request: { caller }, signal, facts: { denied } }) =>
      lazily(async () => (await code()).forCall({ caller, signal, denied })),
    close: async () => (await code.made)?.close(),
  };
}
