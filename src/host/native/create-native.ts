import type { CallRequest, Judgement } from '../../core/call/call.ts';
import type {
  HookRequest,
  NativeAnswer,
  NativeCall,
  NativeEvent,
  NativeOutcome,
} from '../../core/call/native-call.ts';
import type { Config } from '../../core/config.ts';
import { HOOK_CLIENTS } from '../../core/hook-clients.ts';
import { userId } from '../../core/process/user-id.ts';
import { isAtLeast } from '../../core/risk.ts';
import { canonicalJson } from '../../core/text/canonical-json.ts';
import type { Registry } from '../../core/tool/registry.ts';
import type { Approvals } from '../../gate/approvals/approvals.ts';
import type { AuditLog } from '../../store/audit/audit-log.ts';
import type { NativeSessions } from '../../store/native-sessions.ts';
import { agentDirectory } from './agent-process.ts';
import type { MappedCall } from './map-call.ts';
import { mapInTime } from './map-in-time.ts';
import { nativeCaller } from './native-caller.ts';
import { createOpenCalls, keyOf } from './open-calls.ts';
import { refusalInWords } from './refusal-in-words.ts';
import { canReplace, inNote, insteadOf, type SandboxParts } from './sandboxed-command.ts';
import { shellOf } from './shell-of.ts';
import { terminalOf } from './terminal-of.ts';

/** What agents do with tools of their own. */
export interface Native {
  /** Whether a call may run; waits for a person as long as the client allows. */
  before(request: HookRequest & { readonly event: NativeCall }, way: WayIn): Promise<NativeAnswer>;
  /** Closes the record of a call that ran. */
  after(outcome: NativeOutcome): Promise<void>;
  /** A session began here; where it is told again, the first word counts. */
  start(event: Extract<NativeEvent, { kind: 'start' }>): void;
}

interface WayIn {
  /** The hook went away. */
  readonly stop: AbortController;
  /** Whether the agent behind this hook speaks MCP with this host. */
  readonly isConnected: () => boolean;
}

interface NativeParts extends SandboxParts {
  readonly judge: (request: CallRequest) => Promise<Judgement>;
  readonly approvals: Pick<Approvals, 'settleInClient'>;
  readonly audit: Pick<AuditLog, 'add' | 'ofSession'>;
  readonly registry: Pick<Registry, 'find'>;
  readonly nativeSessions: NativeSessions;
  /** Hides secrets in what a client says of an outcome. */
  readonly redactor: (text: string) => string;
  /** Where the page for people is served, if it is. */
  readonly address: () => string | undefined;
}

/** To write the answer and to reach the client. */
const MARGIN_MS = 1500;

export function createNative(parts: NativeParts): Native {
  const { config, judge, approvals, audit, registry, redactor, address, nativeSessions } = parts;
  const open = createOpenCalls(audit);
  const close = async (callId: string, body: Record<string, unknown>): Promise<void> => {
    await audit.add('outcome', callId, body).batch.written;
  };
  const isOwn = ({ mcp }: NativeCall | NativeOutcome): boolean =>
    mcp?.server === 'toolgate' && registry.find(mcp.name) !== undefined;
  return {
    start: ({ client, session, cwd, workspace = cwd }) => {
      if (workspace !== undefined) nativeSessions.start(`${client}:${session}`, workspace);
    },
    before: async ({ event, pid, projectDir, shell, answerWithinMs }, { stop, isConnected }) => {
      // Those are judged when they arrive; a server of another kind can have any name.
      if (isOwn(event) && isConnected()) return { decision: 'pass', reason: '' };
      const startedIn =
        nativeSessions.directoryOf(`${event.client}:${event.session}`) ??
        projectDir ??
        event.workspace ??
        agentDirectory(pid) ??
        event.cwd ??
        '/';
      const caller = await nativeCaller(config, event, startedIn);
      const { unknownTools } = config.hooks;
      const cwd = event.cwd ?? startedIn;
      const runsIn = shellOf(event.client, shell);
      const terminal =
        runsIn.shell === 'terminal' ? terminalOf(event, { cwd, startedIn }, nativeSessions) : undefined;
      const asked = mapInTime(event, {
        cwd,
        unknownTools,
        ...runsIn,
        ...(terminal && { places: terminal.places }),
      });
      const inside = await insteadOf(parts, asked, { event, caller });
      const mapped = inside === undefined ? asked : inNote(asked);
      const requestKey = keyOf(event);
      const patience = patienceOf(config, event, answerWithinMs);
      const judged = await judge({ ...mapped, caller, requestKey, stop, patience });
      if (!judged.ok) return { decision: 'deny', reason: refusalInWords(judged, event, mapped, address()) };
      const { callId, intent, decision } = judged;
      const answer = inside ?? answerTo(judged, event, mapped);
      if (answer.decision === 'deny')
        await close(callId, { intent, ok: false, code: 'CONFLICT', message: answer.reason });
      else {
        open.add(requestKey, { callId, intent, at: Date.now(), approvalId: leftOpen(decision) });
        terminal?.follow(asked);
      }
      return answer;
    },
    after: async (outcome) => {
      if (isOwn(outcome)) return;
      const call = open.take(keyOf(outcome), `${outcome.client}:${outcome.session}`);
      if (!call) return;
      if (call.approvalId !== undefined) approvals.settleInClient(call.approvalId, `local:${userId()}`);
      const { ok, message } = outcome;
      await close(call.callId, {
        intent: call.intent,
        durationMs: Date.now() - call.at,
        ok,
        ...(!ok && { code: 'EXEC_FAILED', message: redactor(message ?? 'It failed').slice(0, 1000) }),
      });
    },
  };
}

/** What the prompt of the client may settle waits for a moment only; anything else as long as the client does. */
function patienceOf(
  { hooks, approvals }: Config,
  { client }: NativeCall,
  answerWithinMs: number,
): NonNullable<CallRequest['patience']> {
  const { canAsk } = HOOK_CLIENTS[client];
  const mayAsk: NonNullable<CallRequest['patience']>['mayAsk'] = (risk) =>
    canAsk && isAtLeast(approvals.clientMaxRisk, risk);
  const longest = Math.max(0, Math.floor(answerWithinMs - MARGIN_MS));
  return { mayAsk, waitMs: (risk) => Math.min(mayAsk(risk) ? hooks.inboxMs : hooks.waitMs, longest) };
}

const leftOpen = ({ verdict, approvalId }: { verdict: string; approvalId?: string }): string | undefined =>
  verdict === 'ask' ? approvalId : undefined;

function answerTo(
  { decision, risk, reasons, args }: Extract<Judgement, { ok: true }>,
  event: NativeCall,
  mapped: MappedCall,
): NativeAnswer {
  const why = `Toolgate ${risk}: ${[...new Set(reasons)].join('; ') || decision.rule}`;
  if (decision.verdict === 'ask') return { decision: 'ask', reason: why };
  if (canonicalJson(args) !== canonicalJson(mapped.args)) return changed(args, event);
  // What nobody was asked about is none of our business to allow: the client may still want to ask.
  const isSaid = decision.approvalId !== undefined || decision.ruleId !== undefined;
  return { decision: isSaid ? 'allow' : 'pass', reason: `Toolgate: ${decision.rule}` };
}

/** A person changed the arguments; a command can be replaced, anything else has to be asked for anew. */
function changed(args: Record<string, unknown>, event: NativeCall): NativeAnswer {
  const { command } = args;
  if (typeof command === 'string' && canReplace(event))
    return { decision: 'allow', reason: 'Toolgate: a person changed the command', command };
  const { tool: _, ...wanted } = args;
  return {
    decision: 'deny',
    reason: `A person changed this call. Make it again like this: ${JSON.stringify(wanted)}`,
  };
}
