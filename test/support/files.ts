import { onTestFinished } from 'vitest';
import type { Answer, CallRequest } from '../../src/core/call/call.ts';
import type { Mode } from '../../src/core/call/caller.ts';
import { type Config, configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createHost, type Host } from '../../src/host/create-host.ts';
import { temporaryDirectory } from './program.ts';

interface FilesHost {
  readonly host: Host;
  /** A directory that is open to the tools. */
  readonly root: string;
  readonly dataDir: string;
  call(tool: string, args?: unknown, more?: Partial<CallRequest>): Promise<Answer>;
  /** The code a call failed with, or `ok`. */
  codeOf(tool: string, args: unknown): Promise<string>;
}

interface Options {
  readonly mode?: Mode;
  readonly config?: Partial<Record<keyof Config, unknown>>;
  readonly dataDir?: string;
  /** Open beside the root. */
  readonly moreRoots?: readonly string[];
}

/** The real host for an agent that may write unasked, since what is tested is how. */
export function createFilesHost({
  mode = 'full_access',
  config: more,
  dataDir = temporaryDirectory(),
  moreRoots = [],
}: Options = {}): FilesHost {
  const root = temporaryDirectory();
  const limits = { writesPerMinute: 1_000_000 };
  const config = configSchema.parse({ approvals: { waitMs: 0 }, limits, ...more });
  const log = createLog({ level: 'silent', format: 'json', write: () => {} });
  const host = createHost({ config, dataDir, log, env: {} });
  const caller = callerWith({ ...config, permissionLevel: mode }, 'stdio', {
    cwd: root,
    roots: [root, ...moreRoots],
  });
  const call: FilesHost['call'] = (tool, args, request) => host.call({ tool, args, caller, ...request });
  onTestFinished(() => host.close());
  return {
    host,
    root,
    dataDir,
    call,
    codeOf: async (tool, args) => {
      const answer = await call(tool, args);
      return answer.kind === 'result' && !answer.ok ? answer.error.code : 'ok';
    },
  };
}
