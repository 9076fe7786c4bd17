import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LanguageModel } from 'ai';
import type { AssistantService } from '../assistant/create-assistant.ts';
import type { Services } from '../assistant/services.ts';
import type { ConversationCaller } from '../core/assistant/conversation.ts';
import { type Caller, rightsIn } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import { VERSION } from '../core/process/version.ts';
import { once } from '../core/timing/once.ts';
import { offeredTo } from '../core/tool/offered-tools.ts';
import type { Registry } from '../core/tool/registry.ts';
import { createEgress } from '../engines/egress/egress.ts';
import type { Approvals } from '../gate/approvals/approvals.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import { createBudget } from '../gate/redact/scan/budget.ts';
import { hasOpenTurns, openConversationTables } from '../store/conversation-tables.ts';
import { createConversationStore } from '../store/conversations.ts';
import type { Calls } from './calls.ts';
import type { Engines } from './engines.ts';
import { lowerMode, narrowingOf } from './load-config.ts';
import type { Stores } from './stores.ts';
import { approvedInBoth, strictest } from './tool-permissions.ts';

interface AssistantParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly registry: Registry;
  readonly stores: Stores;
  readonly approvals: Approvals;
  readonly redactor: Redactor;
  readonly calls: Calls;
  readonly engines: Pick<Engines, 'endSession'>;
  readonly languageModel?: LanguageModel | undefined;
}

/** The assistant of a host; its code, and with it the AI SDK, is loaded when it is first asked for. */
export interface HostAssistant {
  service(): Promise<AssistantService>;
  readonly isWatching: boolean;
  /** Goes on with what an earlier host left. */
  resume(): void;
  close(): Promise<void>;
}

export function createHostAssistant(parts: AssistantParts): HostAssistant {
  const path = join(parts.dataDir, 'assistant.db');
  let made: AssistantService | undefined;
  const service = once(async () => {
    const { createAssistant } = await import('../assistant/create-assistant.ts');
    made = createAssistant(createConversationStore(openConversationTables(path)), servicesOf(parts));
    await made.resume();
    return made;
  });
  return {
    service,
    get isWatching() {
      return made?.isWatching === true;
    },
    resume: () => {
      // Only then: the SDK takes a while to load.
      if (existsSync(path) && hasOpenTurns(path))
        service().catch((error: unknown) =>
          parts.log.error('the conversations could not be loaded', { error }),
        );
    },
    close: async () => {
      await service.made?.catch(() => {});
      await made?.close();
    },
  };
}

const MAX_BYTES = 67_108_864;

function servicesOf(parts: AssistantParts): Services {
  const { config, env, log, registry, stores, approvals, redactor, calls, engines, languageModel } = parts;
  return {
    log,
    settings: () => config.assistant,
    call: calls.call,
    callerOf: (caller, session) => callerOf(config, caller, session),
    toolsFor: (caller) => {
      // Older names would be the same tools a second time.
      const packs = caller.packs.filter((pack) => pack !== 'compat');
      return offeredTo({ ...caller, packs }, registry.entries).filter(
        // It waits for approvals itself.
        ({ name, task }) => name !== 'wait_for_approval' && task !== 'required',
      );
    },
    approvals: {
      get: approvals.get,
      wait: approvals.wait,
      close: (id, by) => closeQuestion(approvals, id, by),
    },
    recorded: (session) => stores.audit.ofSession(session),
    redact: redactor,
    redaction: () => {
      const budget = createBudget();
      return {
        stream: () => redactor.stream(budget),
        // Only its own time counts, and not what was done for others in between.
        text: (text) => budget.during(() => redactor.text(text, budget).text),
      };
    },
    secret: async (name) => {
      const value = env[name] || (await stores.secrets.get(name));
      if (value) redactor.know(value);
      return value;
    },
    fetchFor: ({ origin }, timeoutMs) =>
      createEgress({
        allowedOrigins: [origin],
        onlyAllowed: true,
        timeoutMs,
        // A model that thinks, or has to be loaded first, says nothing for a while.
        headerTimeoutMs: timeoutMs,
        maxBytes: MAX_BYTES,
        userAgent: `toolgate/${VERSION}`,
      }).fetch,
    emit: stores.events.emit,
    endSession: (session) => {
      calls.endSession(session);
      engines.endSession(session);
    },
    model: languageModel,
  };
}

/** An agent of the person whose conversation it is: their rights, a session of its own, and never more than holds now. */
async function callerOf(config: Config, stored: ConversationCaller, session: string): Promise<Caller> {
  const { principal, cwd, roots, packs, toolPermissions, autoApprove } = stored;
  const narrow = cwd === undefined ? (whole: Config) => whole : await narrowingOf(cwd);
  const inForce = () => {
    const now = narrow({ ...config, packs: [...packs], profile: config.assistant.profile });
    return {
      mode: lowerMode(stored.mode, now.permissionLevel),
      toolPermissions: strictest(now.toolPermissions, toolPermissions),
      autoApprove: approvedInBoth(autoApprove, now.autoApprove),
      packs: now.packs,
      profile: now.profile,
    };
  };
  return {
    principal,
    client: { name: 'toolgate-assistant', version: VERSION },
    session,
    transport: 'assistant',
    cwd,
    roots,
    ...inForce(),
    env: {},
    settings: () => rightsIn(inForce()),
  };
}

function closeQuestion(approvals: Approvals, id: string, by: string): void {
  if (approvals.get(id)?.status !== 'pending') return;
  const feedback = 'the turn was stopped';
  approvals.decide(id, { verdict: 'deny', scope: 'once', by, via: 'terminal', feedback });
}
