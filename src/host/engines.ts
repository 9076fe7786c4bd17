import { homedir } from 'node:os';
import type { HostRecords, RemoteKnowledge } from '../core/address/remote-host.ts';
import type { Call } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import { isSecretFile, isSecretPlace } from '../core/path/sensitive-paths.ts';
import type { ProcessStore } from '../core/process/process-record.ts';
import type { ProjectRecords } from '../core/project.ts';
import type { SecretStore } from '../core/secret-store.ts';
import { once } from '../core/timing/once.ts';
import type { ToolEngines } from '../core/tool/tool.ts';
import { createFiles } from '../engines/files/files.ts';
import type { createGit } from '../engines/git/git.ts';
import type { AiSdkEmbeddingModel } from '../engines/knowledge/embedders/ai-sdk.ts';
import type { KnowledgeEngine } from '../engines/knowledge/knowledge.ts';
import type { AttachRemote } from '../engines/process/table/process-table.ts';
import type { StartAgain } from '../engines/process/table/start-again.ts';
import type { createProjects } from '../engines/projects/projects.ts';
import { createSystem } from '../engines/system/system.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import { ownersWith } from './call-owner.ts';
import { createHostCode } from './code.ts';
import { filesParts } from './files-parts.ts';
import { createHostKnowledge } from './knowledge.ts';
import { lazily } from './lazily.ts';
import { createHostMachines, type HostMachines } from './machines.ts';
import { createProcessAdmin, type ProcessAdmin } from './process-admin.ts';
import { createHostProcesses, type HostProcesses } from './processes.ts';
import { startedCall } from './start-again.ts';
import { reachOf } from './surroundings.ts';
import { createSetAsideTeller, type SetAsideParts } from './tell-set-aside.ts';

interface EngineParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Workflows call back into the host, which makes them once it is there. */
  readonly workflows: { readonly forCall: EngineMakers['workflows'] };
  /** The gate comes later, and judges each restart. */
  readonly startAgain: StartAgain;
  readonly redactor: Redactor;
  readonly embeddingModel?: AiSdkEmbeddingModel | undefined;
  readonly stores: {
    readonly projects: ProjectRecords;
    readonly processes: ProcessStore;
    readonly secrets: SecretStore;
    readonly hosts: HostRecords;
  } & SetAsideParts['stores'];
}

/** By name, what makes an engine that holds what one call may reach. */
export type EngineMakers = { readonly [Name in keyof ToolEngines]: (call: Call) => ToolEngines[Name] };

export interface Engines
  extends Pick<
    HostProcesses,
    | 'readerOf'
    | 'isOwnProcess'
    | 'writersIn'
    | 'withheldPorts'
    | 'watchOutput'
    | 'endSession'
    | 'endAgent'
    | 'isWatching'
  > {
  readonly makers: EngineMakers;
  /** What the gate asks about remote hosts. */
  readonly machines: RemoteKnowledge;
  readonly remoteHosts: HostMachines['admin'];
  /** Finds out ahead of time what takes a while. */
  lookAhead(): void;
  /** What people do with background processes. */
  readonly processAdmin: ProcessAdmin;
  /** The knowledge base for a person, who may have everything indexed but secrets. */
  knowledgeFor(caller: Pick<Caller, 'cwd'>, signal: AbortSignal): KnowledgeEngine;
  close(): Promise<void>;
}

export function createEngines(engineParts: EngineParts): Engines {
  const { config, dataDir, env, log, redactor, stores, workflows, embeddingModel } = engineParts;
  const place = { config, dataDir, env, log };
  const tellSetAside = createSetAsideTeller(engineParts);
  const [ownerOf, hide] = [ownersWith(redactor, tellSetAside), redactor.know];
  const attachRemote: AttachRemote = (record, onData) => machines.attach(record, onData);
  const processes = createHostProcesses({
    ...engineParts,
    store: stores.processes,
    attachRemote,
    tellSetAside,
  });
  const { installation, readerOf, isOwnProcess, writersIn, withheldPorts, watchOutput, endAgent } = processes;
  const home = homedir();
  const reach = reachOf(dataDir, env, config);
  const isSecret = (path: string) => isSecretFile(path) || isSecretPlace(path, home);
  const git = once(() => loadGit({ reach, isSecret, installation, writersIn }));
  const parts = filesParts(config, dataDir, env);
  const projects = once(() => loadProjects({ records: stores.projects, dataDir, home, judge: parts.judge }));
  const files = createFiles(parts);
  const search = once(async () =>
    (await import('../engines/search/search.ts')).createSearch({ ...reach, judge: parts.judge }),
  );
  const machines = createHostMachines({ ...place, records: stores.hosts, installation, processes });
  const secret = async (name: string) => env[name] ?? stores.secrets.get(name);
  const knowledge = createHostKnowledge(
    { config, dataDir, log, hide, secret, installation, embeddingModel },
    search,
  );
  const code = createHostCode({ ...place, judge: parts.judge, installation, reach, search });
  const system = createSystem();
  const web = once(() => loadWeb({ config, installation, secret, hide }));
  return {
    makers: {
      code: code.of,
      files: (call) => files(ownerOf(call)),
      git: (call) => lazily(async () => (await git())(ownerOf(call))),
      knowledge: (call) => knowledge.of(ownerOf(call)),
      processes: (call) => processes.of({ ...ownerOf(call), started: () => startedCall(call, config) }),
      remote: (call) => machines.of(call, ownerOf(call).cut),
      search: (call) => lazily(async () => (await search()).forCall(ownerOf(call))),
      projects: (call) => lazily(async () => (await projects())(ownerOf(call))),
      system: () => system,
      workflows: workflows.forCall,
      web: (call) =>
        lazily(async () => (await web()).forCall({ session: call.request.caller.session, ...ownerOf(call) })),
    },
    lookAhead: () => (config.sandbox === 'off' ? undefined : lookAheadSoon(home)),
    machines: machines.knowledge,
    remoteHosts: machines.admin,
    processAdmin: createProcessAdmin({ of: processes.of, store: stores.processes, redactor }),
    knowledgeFor: knowledge.forPerson,
    ...{ readerOf, isOwnProcess, writersIn, withheldPorts, watchOutput, endAgent },
    endSession: (session) => {
      processes.endSession(session);
      machines.endSession(session);
    },
    isWatching: () => processes.isWatching() || knowledge.isBusy(),
    close: async () => {
      await processes.close();
      await machines.close();
      await knowledge.close();
      (await search.made)?.close();
      await code.close();
      await (await web.made)?.close();
    },
  };
}

const loadProjects = async (place: Parameters<typeof createProjects>[0]) =>
  (await import('../engines/projects/projects.ts')).createProjects(place);

const loadGit = async (place: Parameters<typeof createGit>[0]) =>
  (await import('../engines/git/git.ts')).createGit(place);

const SOON_MS = 500;

/** Not at once: who started the host waits for its first answer. */
const lookAheadSoon = (home: string): void => {
  const look = async () => (await import('../engines/sandbox/machine/home/home-view.ts')).lookAhead(home);
  // What fails here fails again, and is answered, where it is needed.
  setTimeout(() => void look().catch(() => {}), SOON_MS).unref();
};

interface WebParts extends Pick<EngineParts, 'config'> {
  readonly installation: string;
  readonly hide: (secret: string) => void;
  readonly secret: (name: string) => Promise<string | undefined>;
}

async function loadWeb({ config, installation, secret, hide }: WebParts) {
  const { createWeb } = await import('../engines/web/web.ts');
  return createWeb({
    settings: config.web,
    allowedOrigins: config.egress.allowedOrigins,
    installation,
    perMinute: config.limits.externalPerMinute,
    outputBudgetBytes: config.outputBudgetBytes,
    secret,
    hide,
  });
}
