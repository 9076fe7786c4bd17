import { VERSION } from '../../../core/process/version.ts';
import { SERVER_KEY, TASKS_EXTENSION } from '../front/era.ts';

export const SERVER_INFO = { name: 'toolgate', title: 'Toolgate', version: VERSION } as const;

export const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
  extensions: { [TASKS_EXTENSION]: {}, 'io.modelcontextprotocol/skills': { directoryRead: true } },
} as const;

export const INSTRUCTIONS = [
  'Toolgate runs tools on this machine behind a gate: each call is classified, checked against the policy, and recorded.',
  'Paths are absolute or relative to the current directory, and must lie inside the open directories (get_diagnostics lists them).',
  'A call may need approval of a person: if one is refused, say so and ask what they want instead; do not try to get around it.',
  'An error names the problem and the next step; correct the call and try again. Long answers come in pages: follow nextCursor or startLine.',
].join('\n');

/** How long a client may keep a list; `private` because lists depend on the connection's packs and mode. */
export const LIST_CACHE = { ttlMs: 60_000, cacheScope: 'private' } as const;

/** What the modern revision adds to every result. */
export const modernResult = <T extends object>(result: T) => {
  const meta = (result as { _meta?: object })._meta;
  return { resultType: 'complete', ...result, _meta: { ...meta, [SERVER_KEY]: SERVER_INFO } };
};
