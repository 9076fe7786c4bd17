import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { Answer, CallRequest } from '../../src/core/call/call.ts';
import type { Caller } from '../../src/core/call/caller.ts';
import { type Config, configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { describeTool } from '../../src/core/tool/describe-tool.ts';
import { createRegistry } from '../../src/core/tool/registry.ts';
import type { Tool } from '../../src/core/tool/tool.ts';
import { createSecretStore } from '../../src/engines/secrets/secret-store.ts';
import { type Agents, createAgents } from '../../src/gate/agents.ts';
import { type Approvals, createApprovals } from '../../src/gate/approvals/approvals.ts';
import { createGate } from '../../src/gate/index.ts';
import { createRedactor } from '../../src/gate/redact/redactor.ts';
import type { Surroundings } from '../../src/gate/risk/place.ts';
import { type Calls, createCalls } from '../../src/host/calls.ts';
import { createChanges } from '../../src/host/changes.ts';
import { createEngines } from '../../src/host/engines.ts';
import { createContextMaker } from '../../src/host/make-context.ts';
import { createRights } from '../../src/host/rights.ts';
import { createTasks } from '../../src/host/tasks.ts';
import { createApprovalStore } from '../../src/store/approvals.ts';
import { createApprovedFiles } from '../../src/store/approved-files.ts';
import { openAudit } from '../../src/store/audit/audit-log.ts';
import { createSeal } from '../../src/store/audit/seal.ts';
import { createHoldStore, type HoldStore } from '../../src/store/holds.ts';
import { createOutbox } from '../../src/store/outbox.ts';
import { createProcessStore } from '../../src/store/processes.ts';
import { createProjectStore } from '../../src/store/projects.ts';
import { createHostRecords } from '../../src/store/remote-hosts.ts';
import { createRuleStore, type RuleStore } from '../../src/store/rules.ts';
import { openState } from '../../src/store/state.ts';
import { createTaskStore } from '../../src/store/tasks.ts';
import { type AuditRow, readAudit } from './audit-file.ts';
import { temporaryDirectory } from './program.ts';

interface TestGate {
  call(tool: string, args?: unknown, more?: Partial<CallRequest>): Promise<Answer>;
  readonly caller: Caller;
  readonly directory: string;
  /** Everything recorded so far. */
  entries(): AuditRow[];
  /** Makes the record unwritable, as a full disk would. */
  breakRecord(): void;
  readonly log: string[];
  readonly agents: Agents;
  readonly approvals: Approvals;
  readonly rules: RuleStore;
  /** The file with the answers and rules. */
  readonly state: DatabaseSync;
}

interface Options {
  readonly config?: Partial<Record<keyof Config, unknown>>;
  readonly caller?: Partial<Caller>;
  readonly env?: Record<string, string>;
  /** Those of an earlier gate, as after a restart. */
  readonly holds?: HoldStore;
}

/** The real gate on real files, for tools that a test defines. */
export function createTestGate(tools: readonly Tool[], options: Options = {}): TestGate {
  const directory = temporaryDirectory();
  // Nobody is there to wait for, unless a test says so.
  const config = configSchema.parse({ approvals: { waitMs: 0 }, ...options.config });
  const lines: string[] = [];
  const log = createLog({ level: 'debug', format: 'json', write: (line) => lines.push(line()) });
  const path = join(directory, 'audit.db');
  const audit = openAudit(path);
  const state = openState(join(directory, 'toolgate.db'));
  const registry = registryOf(tools);
  const events = createOutbox(state);
  const tasks = createTasks(createTaskStore(state), log);
  const agents = createAgents(options.holds ?? createHoldStore(state));
  const rules = createRuleStore(state);
  const store = createApprovalStore(state);
  const redactor = createRedactor({ env: options.env ?? {} });
  const approvals = createApprovals({ ...config.approvals, store, rules, audit, redactor });
  const stores = { ...storesOf(state, directory), audit, events };
  const rights = createRights(config, stores.projects);
  const engines = createEngines({ config, dataDir: directory, env: {}, log, redactor, stores, ...absent });
  const makeContext = createContextMaker({
    approvals,
    explain: () => Promise.reject(new Error('No test asks for this')),
    call: (request) => calls.call(request),
    audit: { query: async () => [] },
    makers: engines.makers,
    log,
    changes: createChanges(events, () => () => {}),
    events,
    redactor,
  });
  const gate = createGate({
    config,
    registry,
    audit,
    agents,
    rules,
    approvals,
    approvedFiles: createApprovedFiles(state),
    surroundings: surroundingsOf(config),
    redactor,
    seal: createSeal(Buffer.alloc(32)),
    log,
    makeContext,
    grants,
    rights,
  });
  const calls: Calls = createCalls({ gate, rights, tasks, secrets: stores.secrets, events, redactor });
  const caller: Caller = { ...testCaller(config, directory), ...options.caller };
  onTestFinished(async () => {
    await calls.endAll();
    await engines.close();
  });
  return {
    caller,
    directory,
    log: lines,
    agents,
    approvals,
    rules,
    state,
    call: (tool, args, more) => calls.call({ tool, args, caller, ...more }),
    entries: () => readAudit(directory),
    breakRecord: () => audit.close(),
  };
}

const storesOf = (state: DatabaseSync, directory: string) => ({
  projects: createProjectStore(state),
  processes: createProcessStore(state),
  hosts: createHostRecords(state),
  secrets: secretsIn(directory),
});

const secretsIn = (directory: string) =>
  createSecretStore({ path: join(directory, 'secrets.json'), keyPath: join(directory, 'secret.key') });

const grants = { plannedFor: () => undefined, isAutoApproved: () => false };
/** No test of the gate itself runs workflows, or starts a process again. */
const workflows = {
  forCall: () => {
    throw new Error('No test asks for this');
  },
};
const startAgain = () => Promise.reject(new Error('Nothing starts again'));
const absent = { workflows, startAgain };

const registryOf = (tools: readonly Tool[]) =>
  createRegistry(
    tools.map(describeTool),
    Object.fromEntries(tools.map((tool) => [tool.name, async () => tool])),
  );

const surroundingsOf = ({ shell, sandbox }: Config): Surroundings => ({
  home: '/home/test',
  dataDir: '/home/test/.toolgate',
  shell,
  sandbox,
  findSandbox: async () => false,
  readText: () => undefined,
  hashFile: () => undefined,
  outsidePath: (path: string) => path,
  realPathOf: (path) => path,
  readerOf: () => undefined,
  isOwnProcess: () => false,
  work: () => Promise.reject(new Error('Nothing asks for this')),
  allowedOrigins: [],
});

const testCaller = ({ permissionLevel, toolPermissions }: Config, directory: string): Caller => ({
  principal: 'local:test',
  client: { name: 'test', version: '1' },
  session: 'session',
  transport: 'stdio',
  cwd: directory,
  roots: [directory],
  mode: permissionLevel,
  packs: ['filesystem', 'ci', 'shell', 'gate'],
  profile: 'full',
  toolPermissions,
  env: {},
});
