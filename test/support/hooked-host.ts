import type { NativeAnswer, NativeCall } from '../../src/core/call/native-call.ts';
import { readAudit } from './audit-file.ts';
import { createTestHost } from './host.ts';

type Data = Record<string, unknown>;

interface Asked extends Partial<NativeCall> {
  readonly isConnected?: boolean;
  readonly stop?: AbortController;
}

/** A host with a client beside it whose hook asks about each of its calls. */
export function createHooked(settings: Data = {}) {
  const made = createTestHost({ hooks: { inboxMs: 0, waitMs: 0, sandboxNative: false }, ...settings });
  const { host, root, dataDir } = made;
  let count = 0;
  const eventOf = (tool: string, input: Data, more: Partial<NativeCall>): NativeCall => ({
    kind: 'before',
    client: 'claude-code',
    session: 's',
    cwd: root,
    callId: `t${++count}`,
    tool,
    input,
    ...more,
  });
  const ask = (
    tool: string,
    input: Data,
    { isConnected = false, stop = new AbortController(), ...more }: Asked = {},
  ): Promise<NativeAnswer> =>
    host.native.before(
      {
        event: eventOf(tool, input, more),
        pid: process.pid,
        projectDir: root,
        answerWithinMs: 60_000.5,
      },
      { stop, isConnected: () => isConnected },
    );
  const decided = async (tool: string, input: Data, more?: Asked) => (await ask(tool, input, more)).decision;
  return { ...made, ask, decided, rows: () => readAudit(dataDir) };
}

/** A call of the shell of Claude Code. */
export const bash = (command: string) => ['Bash', { command }] as const;
