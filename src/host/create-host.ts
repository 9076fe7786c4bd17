import type { LanguageModel } from 'ai';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import type { Prompt } from '../core/tool/prompt.ts';
import { type Registration, type Registry, withMore } from '../core/tool/registry.ts';
import type { Resource } from '../core/tool/resource.ts';
import type { AiSdkEmbeddingModel } from '../engines/knowledge/embedders/ai-sdk.ts';
import { type Agents, createAgents } from '../gate/agents.ts';
import { type Approvals, createApprovals } from '../gate/approvals/approvals.ts';
import { createGate } from '../gate/index.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import { prompts } from '../prompts/index.ts';
import { resources } from '../resources/index.ts';
import type { SettingTimes } from '../store/setting-times.ts';
import { createHostAssistant, type HostAssistant } from './assistant.ts';
import { type AuditView, openAuditView } from './audit-view.ts';
import { type Calls, createCalls } from './calls.ts';
import { type Changes, createChanges } from './changes.ts';
import { createEngines, type Engines } from './engines.ts';
import { createExplainer, type Explainer } from './explain.ts';
import { filesParts } from './files-parts.ts';
import { createContextMaker } from './make-context.ts';
import { createNative, type Native } from './native/create-native.ts';
import type { OwnTools } from './own-tools.ts';
import { tellOutput } from './process-output-events.ts';
import { createProjectAdmin, type ProjectAdmin } from './project-admin.ts';
import { hostRedactor } from './redactor.ts';
import { registryWith } from './registry-with.ts';
import { createRights, type Rights } from './rights.ts';
import { rulesThroughLinks } from './rules-through-links.ts';
import { createSettings, type Settings, type SettingsSource } from './settings.ts';
import { createStartAgain } from './start-again.ts';
import { startersPath } from './starters-path.ts';
import { openStores, type Stores } from './stores.ts';
import { surroundingsOf } from './surroundings.ts';
import { createTasks, type Tasks } from './tasks.ts';
import { createTelemetry, type Telemetry } from './telemetry/create-telemetry.ts';
import { watchedGate } from './telemetry/watched-gate.ts';
import { createWorkflowServices } from './workflow-services.ts';
import { createHostWorkflows, type HostWorkflows } from './workflows.ts';

/** All of Toolgate behind one door: `call` is the only way to run a tool. */
export interface Host
  extends Pick<Calls, 'call' | 'judge' | 'inFlight' | 'endSession'>,
    Pick<Engines, 'isWatching' | 'knowledgeFor' | 'processAdmin'>,
    Pick<Stores, 'tokens' | 'rules' | 'secrets' | 'stateKey' | 'auditReader' | 'events' | 'pageAccess'> {
  readonly config: Config;
  readonly log: Log;
  readonly registry: Registry;
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly audit: Pick<Stores['audit'], 'ofSession' | 'append' | 'inherited'>;
  readonly redactor: Redactor;
  readonly tasks: Tasks;
  readonly rights: Rights;
  readonly agents: Agents;
  readonly approvals: Approvals;
  readonly changes: Changes;
  readonly projects: ProjectAdmin;
  /** What hooks tell of the agents' own tools. */
  readonly native: Native;
  /** What people do with remote hosts. */
  readonly remoteHosts: Engines['remoteHosts'];
  readonly settings: Settings;
  /** When a person last set one of them. */
  readonly settingTimes: Pick<SettingTimes, 'at'>;
  /** What the gate would decide about a call; nothing is made. */
  readonly explain: Explainer;
  /** Opens the whole record, to count, verify or export it. */
  openAudit(): AuditView;
  /** For agents without an environment of their own: where the starter of this host finds programs. */
  startersEnvironment(): Readonly<Record<string, string>>;
  /** What the server of this host tells: where its page is. */
  readonly served: { address: string | undefined };
  /** Loaded when it is first asked for. */
  readonly workflows: HostWorkflows['service'];
  readonly skillFiles: HostWorkflows['skillFiles'];
  /** Conversations with a model; loaded when it is first asked for. */
  readonly assistant: HostAssistant['service'];
  /** For a host that stays: finds out what takes a while before somebody waits for it. */
  readonly lookAhead: Engines['lookAhead'];
  /** How it does, for metrics and traces. */
  readonly metrics: Telemetry['metrics'];
  /** Cancels what runs, waits for its records, closes the files. */
  close(): Promise<void>;
}

export interface HostParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Directories that are open to those who choose none themselves, instead of those of the configuration. */
  readonly roots?: readonly string[];
  /** Tools beside the built-in ones, see `ownTools`. */
  readonly own?: OwnTools;
  /** Tools that come and go while the host runs; the same list while nothing changes. */
  readonly moreTools?: () => readonly Registration[];
  /** An embedding model of the AI SDK, for the knowledge base. */
  readonly embeddingModel?: AiSdkEmbeddingModel;
  /** A language model of the AI SDK, for the assistant, instead of the configured provider. */
  readonly languageModel?: LanguageModel;
  /** Where the configuration came from, if people may change it through this host. */
  readonly settings?: SettingsSource | undefined;
  /** The data directory was taken away: the starter of the host should end it. */
  readonly onLost?: () => void;
}

export function createHost(parts: HostParts): Host {
  const { config, dataDir, log, env, own, settings, onLost, embeddingModel, languageModel } = parts;
  const opened = openStores({ config, dataDir, env, log, onLost });
  const stores = { ...opened, rules: rulesThroughLinks(opened.rules) };
  const { audit, auditReader, rules, tokens, secrets, stateKey, events } = stores;
  const served: Host['served'] = { address: undefined };
  const fixed = parts.moreTools ? withMore(registryWith(own), parts.moreTools) : registryWith(own);
  const registry = withMore(fixed, () => workflows.exposed());
  const [tasks, agents] = [createTasks(stores.tasks, log), createAgents(stores.holds)];
  const changes = createChanges(events, (...watched) => engines.watchOutput(...watched));
  const rights = createRights(config, stores.projects, parts.roots);
  const redactor = hostRedactor(env, stores);
  const approvals = createApprovals({ ...config.approvals, store: stores.approvals, rules, audit, redactor });
  const workflows = createHostWorkflows({ config, dataDir, services: () => workflowServices });
  const ofHost = { config, dataDir, env, log, embeddingModel, redactor };
  const engines = createEngines({ ...ofHost, stores, workflows, startAgain: (...of) => startAgain(...of) });
  const { knowledgeFor, remoteHosts } = engines;
  const kept = { audit, auditReader, rules, tokens, secrets, stateKey, events, knowledgeFor, remoteHosts };
  const surroundings = surroundingsOf(config, dataDir, env, { ...engines, rules, work: workflows.work });
  const explain = createExplainer({ config, surroundings, registry, rules: rules.list });
  const makeContext = createContextMaker({
    approvals,
    explain,
    call: (request) => calls.call(request),
    audit: auditReader,
    makers: engines.makers,
    log,
    changes,
    redactor,
    events,
  });
  const shared = { log, config, registry, approvals, redactor, rights, agents };
  const judging = { surroundings, makeContext, address: () => served.address };
  const gate = createGate({ ...stores, ...shared, ...judging, grants: workflows.grants });
  const startAgain = createStartAgain({ ...shared, stores, gate });
  const measured = { calls: () => calls, approvals, workflows, processes: engines.processAdmin };
  const telemetry = createTelemetry({ ...ofHost, events, measured });
  const calls: Calls = createCalls({ ...stores, ...shared, gate: watchedGate(gate, telemetry), tasks });
  const workflowServices = createWorkflowServices({ ...shared, ...judging, stores, engines, changes, calls });
  const assistant = createHostAssistant({ ...ofHost, ...shared, stores, calls, engines, languageModel });
  workflows.resume();
  assistant.resume();
  endWithAgents({ calls, engines, agents }, stores.tokens);
  tellOutput(events, engines.watchOutput);
  return {
    ...{ config, log, registry, prompts, resources, redactor, ...kept },
    ...{ tasks, rights, agents, approvals, changes, served, explain, pageAccess: stores.pageAccess },
    ...{ processAdmin: engines.processAdmin, openAudit: () => openAuditView(dataDir, env) },
    startersEnvironment: () => ({ ...startersPath(env, rights.openToAll()) }),
    projects: createProjectAdmin(stores.projects, dataDir, filesParts(config, dataDir, env).judge),
    settings: createSettings(config, settings, { events, times: stores.settingTimes }),
    ...{ call: calls.call, judge: calls.judge, settingTimes: stores.settingTimes },
    native: createNative({ ...stores, ...shared, ...judging, dataDir, explain, judge: calls.judge }),
    endSession: (session) => endSession(session, { calls, engines, agents }),
    isWatching: () => engines.isWatching() || workflows.isWatching || assistant.isWatching,
    ...{ workflows: workflows.service, skillFiles: workflows.skillFiles },
    assistant: assistant.service,
    lookAhead: engines.lookAhead,
    metrics: telemetry.metrics,
    get inFlight() {
      return calls.inFlight;
    },
    close: () => closeInOrder({ assistant, workflows, calls, telemetry, engines, tasks, stores }),
  };
}

/** A call that was made in time is still answered when its token is revoked. */
function endWithAgents({ calls, engines, agents }: SessionParts, tokens: Stores['tokens']): void {
  for (const end of [calls.endAgent, engines.endAgent]) agents.onStop(end);
  tokens.onRevoke(({ name }) => engines.endAgent(`token:${name}`));
}

function endSession(session: string, { calls, engines, agents }: SessionParts): void {
  calls.endSession(session);
  engines.endSession(session);
  agents.forget(session);
}

interface SessionParts {
  readonly calls: Calls;
  readonly engines: Engines;
  readonly agents: Agents;
}

/** Calls first: they end in records, and those need the files. */
async function closeInOrder({
  assistant,
  workflows,
  calls,
  telemetry,
  engines,
  tasks,
  stores,
}: ClosingParts): Promise<void> {
  const runsEnded = workflows.close();
  const turnsEnded = assistant.close();
  await calls.endAll();
  await Promise.all([runsEnded, turnsEnded]);
  await telemetry.close();
  await engines.close();
  tasks.close();
  await stores.close();
}

interface ClosingParts {
  readonly assistant: HostAssistant;
  readonly workflows: HostWorkflows;
  readonly calls: Calls;
  readonly telemetry: Telemetry;
  readonly engines: Engines;
  readonly tasks: Tasks;
  readonly stores: Stores;
}
