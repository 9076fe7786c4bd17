import { onTestFinished } from 'vitest';
import type { Answer } from '../../src/core/call/call.ts';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { once } from '../../src/core/timing/once.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createHost, type Host } from '../../src/host/create-host.ts';
import type { OwnTools } from '../../src/host/own-tools.ts';
import { temporaryDirectory } from './program.ts';

export interface TestHost {
  readonly host: Host;
  /** A directory that is open to the tools. */
  readonly root: string;
  readonly dataDir: string;
  /** Where the host keeps keys and anchors. */
  readonly keys: string;
  call(tool: string, args?: unknown): Promise<Answer>;
}

interface TestHostOptions extends Partial<Pick<TestHost, 'root' | 'dataDir' | 'keys'>> {
  readonly own?: OwnTools;
  /** The agent's environment. */
  readonly env?: Record<string, string>;
  /** The environment that the host itself was started in. */
  readonly hostEnv?: Record<string, string>;
  readonly embeddingModel?: Parameters<typeof createHost>[0]['embeddingModel'];
  readonly languageModel?: Parameters<typeof createHost>[0]['languageModel'];
  /** Takes everything that is logged. */
  readonly onLog?: (line: string) => void;
}

/** The real host with all its tools, for an agent in an empty directory. */
export function createTestHost(
  settings: Record<string, unknown> = {},
  {
    own,
    env = {},
    hostEnv = {},
    embeddingModel,
    languageModel,
    onLog,
    root = temporaryDirectory(),
    dataDir = temporaryDirectory(),
    keys = temporaryDirectory(),
  }: TestHostOptions = {},
): TestHost {
  // Nobody is there to wait for.
  const config = configSchema.parse({ approvals: { waitMs: 0 }, ...settings });
  const log = createLog({
    level: onLog ? 'debug' : 'silent',
    format: 'json',
    write: (line) => onLog?.(line()),
  });
  const places = { XDG_CONFIG_HOME: keys, XDG_STATE_HOME: keys, ...hostEnv };
  const more = {
    ...(own && { own }),
    ...(embeddingModel && { embeddingModel }),
    ...(languageModel && { languageModel }),
  };
  const made = createHost({ config, dataDir, log, env: places, ...more });
  // Some tests close it themselves.
  const close = once(() => made.close());
  const host: Host = Object.create(made, { close: { value: close } });
  const caller = callerWith(config, 'stdio', { cwd: root, env });
  onTestFinished(() => host.close());
  return { host, root, dataDir, keys, call: (tool, args) => host.call({ tool, args, caller }) };
}

/** The data of a call that must have succeeded. */
export function dataOf(answer: Answer): Record<string, unknown> {
  if (answer.kind !== 'result' || !answer.ok)
    throw new Error(`Expected a result, got ${JSON.stringify(answer)}`);
  return answer.data;
}
