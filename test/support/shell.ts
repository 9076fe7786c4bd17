import type { Answer, CallRequest } from '../../src/core/call/call.ts';
import { findSandbox } from '../../src/engines/sandbox/find-sandbox.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createTestHost } from './host.ts';

type Data = Record<string, unknown>;

interface Seen {
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly hint?: string | undefined;
  readonly data: Data;
  readonly text: string | undefined;
}

/** A host with a person beside it who says yes to whatever is asked. */
export async function createShellHost(settings: Data = {}) {
  // Tests make more calls in a minute than an agent does.
  const limits = { executionsPerMinute: 1000, ...(settings.limits as Data | undefined) };
  const { host, root, call } = createTestHost({ ...settings, limits });
  const caller = callerWith(host.config, 'stdio', { cwd: root });
  const sandbox = (await findSandbox()) ? 'bwrap' : 'none';
  const ask = async (tool: string, args: Data, more: Partial<CallRequest> = {}): Promise<Answer> => {
    const send = () => host.call({ tool, args, caller, ...more });
    const first = await send();
    if (first.kind !== 'result' || first.ok || first.error.code !== 'APPROVAL_PENDING') return first;
    const open = host.approvals.list().filter(({ status }) => status === 'pending');
    for (const { id } of open)
      host.approvals.decide(id, { verdict: 'approve', scope: 'once', by: 'tester', via: 'terminal' });
    return send();
  };
  return {
    host,
    root,
    caller,
    sandbox,
    /** Somebody says yes where a person is asked. */
    approved: {
      call: async (tool: string, args: Data, more?: Partial<CallRequest>): Promise<Seen> =>
        seen(await ask(tool, args, more)),
    },
    /** Nobody answers a question. */
    unasked: { call: async (tool: string, args: Data): Promise<Seen> => seen(await call(tool, args)) },
  };
}

/** What a caller sees of an answer, whether it succeeded or not. */
function seen(answer: Answer): Seen {
  if (answer.kind !== 'result') throw new Error(`Expected a result, got ${answer.kind}`);
  if (!answer.ok) {
    const { code, message, hint, data = {}, text } = answer.error;
    return { ok: false, code, message, hint, data, text };
  }
  const [block] = answer.content;
  return { ok: true, data: answer.data, text: block?.type === 'text' ? block.text : undefined };
}
