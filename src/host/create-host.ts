import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import type { Prompt } from '../core/prompt.ts';
import { createRegistry, type Registry } from '../core/registry.ts';
import type { Resource } from '../core/resource.ts';
import { createSystem } from '../engines/system/system.ts';
import { type Approvals, createApprovals } from '../gate/approvals/approvals.ts';
import { createGate } from '../gate/index.ts';
import { createRedactor } from '../gate/redact/redactor.ts';
import { prompts } from '../prompts/index.ts';
import { resources } from '../resources/index.ts';
import { anchorsPath, writeAnchor } from '../store/anchors.ts';
import { createApprovalStore } from '../store/approvals.ts';
import { AUDIT_MIGRATIONS, type AuditLog, openAudit } from '../store/audit.ts';
import { createAuditReader } from '../store/audit-reader.ts';
import { assertKnown } from '../store/database.ts';
import { createQueryWorker } from '../store/query-worker.ts';
import { createRuleStore, type RuleStore } from '../store/rules.ts';
import { installKey } from '../store/secrets.ts';
import { openState, STATE_MIGRATIONS } from '../store/state.ts';
import { createTaskStore } from '../store/tasks.ts';
import { createTokens, type Tokens } from '../store/tokens.ts';
import { tools } from '../tools/index.ts';
import { type Calls, createCalls } from './calls.ts';
import { loadCatalog } from './catalog.ts';
import { type Changes, createChanges } from './changes.ts';
import { createExplainer } from './explain.ts';
import { createContextMaker } from './make-context.ts';
import { createTasks, type Tasks } from './tasks.ts';

/** All of Toolgate behind one door: `call` is the only way to run a tool. */
export interface Host extends Pick<Calls, 'call' | 'inFlight'> {
  readonly config: Config;
  readonly log: Log;
  readonly registry: Registry;
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly audit: Pick<AuditLog, 'ofSession'>;
  readonly tokens: Tokens;
  readonly tasks: Tasks;
  readonly approvals: Approvals;
  readonly rules: RuleStore;
  readonly changes: Changes;
  /** Signs what clients carry for us between two rounds of a call. */
  readonly stateKey: Buffer;
  /** The agent left: its calls are cancelled. */
  endSession(session: string): void;
  /** Cancels what runs, waits for its records, closes the files. */
  close(): Promise<void>;
}

interface HostParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function createHost({ config, dataDir, log, env }: HostParts): Host {
  const statePath = join(dataDir, 'toolgate.db');
  const auditPath = join(dataDir, 'audit.db');
  // Both are looked at before either is made or changed.
  assertKnown(statePath, STATE_MIGRATIONS);
  assertKnown(auditPath, AUDIT_MIGRATIONS);
  const state = openState(statePath);
  const audit = openAudit(auditPath, (tail) => {
    try {
      writeAnchor(anchorsPath(env.XDG_STATE_HOME), dataDir, tail);
    } catch (error) {
      log.warn('the anchor of the record could not be written', { error });
    }
  });
  const queries = createQueryWorker(auditPath);
  const registry = createRegistry(loadCatalog(), tools);
  const tasks = createTasks(createTaskStore(state), log);
  const changes = createChanges();
  const rules = createRuleStore(state);
  const { maxPending } = config.approvals;
  const approvals = createApprovals({ store: createApprovalStore(state), rules, audit, maxPending });
  const makeContext = createContextMaker({
    approvals,
    explain: createExplainer({ config, dataDir, rules: rules.list }),
    call: (request) => calls.call(request),
    audit: createAuditReader(queries),
    system: createSystem(),
    log,
    changes,
  });
  const gate = createGate({
    config,
    registry,
    audit,
    rules,
    approvals,
    surroundings: { home: homedir(), dataDir, shell: config.shell },
    redactor: createRedactor({ env }),
    log,
    makeContext,
  });
  const calls: Calls = createCalls(gate, tasks);
  return {
    config,
    log,
    registry,
    prompts,
    resources,
    audit,
    tasks,
    approvals,
    rules,
    changes,
    tokens: createTokens(state),
    stateKey: installKey(state, 'request-state'),
    call: calls.call,
    endSession: calls.endSession,
    get inFlight() {
      return calls.inFlight;
    },
    close: async () => {
      await calls.endAll();
      tasks.close();
      await queries.close();
      audit.close();
      state.close();
    },
  };
}
