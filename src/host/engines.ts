import { homedir } from 'node:os';
import type { Call } from '../core/call.ts';
import type { Caller } from '../core/caller.ts';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import { once } from '../core/once.ts';
import type { ProcessStore } from '../core/process-record.ts';
import type { ProjectRecords } from '../core/project.ts';
import type { SecretStore } from '../core/secret-store.ts';
import { isSecretFile, isSecretPlace } from '../core/sensitive-paths.ts';
import type { ToolEngines } from '../core/tool.ts';
import { createFiles } from '../engines/files/files.ts';
import type { AiSdkEmbeddingModel } from '../engines/knowledge/embedders/ai-sdk.ts';
import type { KnowledgeEngine } from '../engines/knowledge/knowledge.ts';
import { createSystem } from '../engines/system/system.ts';
import { createHostCode } from './code.ts';
import { filesParts } from './files-parts.ts';
import { createHostKnowledge } from './knowledge.ts';
import { lazily } from './lazily.ts';
import { createHostProcesses, type HostProcesses } from './processes.ts';
import { reachOf } from './surroundings.ts';

interface EngineParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Workflows call back into the host, which makes them once it is there. */
  readonly workflows: EngineMakers['workflows'];
  /** Masks a secret in everything that leaves, from now on. */
  readonly hide: (secret: string) => void;
  readonly embeddingModel?: AiSdkEmbeddingModel | undefined;
  readonly stores: {
    readonly projects: ProjectRecords;
    readonly processes: ProcessStore;
    readonly secrets: SecretStore;
  };
}

/** By name, what makes an engine that holds what one call may reach. */
export type EngineMakers = { readonly [Name in keyof ToolEngines]: (call: Call) => ToolEngines[Name] };

export interface Engines
  extends Pick<HostProcesses, 'readerOf' | 'watchOutput' | 'endSession' | 'endAgent' | 'isWatching'> {
  readonly makers: EngineMakers;
  /** The knowledge base for a person, who may have everything indexed but secrets. */
  knowledgeFor(caller: Pick<Caller, 'cwd'>, signal: AbortSignal): KnowledgeEngine;
  close(): Promise<void>;
}

export function createEngines(engineParts: EngineParts): Engines {
  const { config, dataDir, env, log, hide, stores, workflows, embeddingModel } = engineParts;
  const processes = createHostProcesses({ config, dataDir, env, store: stores.processes, log });
  const home = homedir();
  const reach = reachOf(dataDir, env);
  const isSecret = (path: string) => isSecretFile(path) || isSecretPlace(path, home);
  const { installation } = processes;
  const git = once(async () =>
    (await import('../engines/git/git.ts')).createGit({ reach, isSecret, installation }),
  );
  const projects = once(async () =>
    (await import('../engines/projects/projects.ts')).createProjects({
      records: stores.projects,
      dataDir,
      home,
    }),
  );
  const parts = filesParts(config, dataDir, env);
  const files = createFiles(parts);
  const search = once(async () =>
    (await import('../engines/search/search.ts')).createSearch({ ...reach, judge: parts.judge }),
  );
  const secret = async (name: string) => env[name] ?? stores.secrets.get(name);
  const knowledge = createHostKnowledge({ config, dataDir, log, hide, secret, embeddingModel }, search);
  const code = createHostCode({ judge: parts.judge, installation });
  const system = createSystem();
  const web = once(async () =>
    (await import('../engines/web/web.ts')).createWeb({
      settings: config.web,
      allowedOrigins: config.egress.allowedOrigins,
      perMinute: config.limits.externalPerMinute,
      outputBudgetBytes: config.outputBudgetBytes,
      secret,
      hide,
    }),
  );
  return {
    makers: {
      code: code.of,
      files: ({ request: { caller }, signal, facts: { denied } }) =>
        files({ roots: caller.roots, cwd: caller.cwd, denied }, signal),
      git: (call) => lazily(async () => (await git())(ownerOf(call))),
      knowledge: (call) => knowledge.of(ownerOf(call)),
      processes: (call) => processes.of(ownerOf(call)),
      search: (call) => lazily(async () => (await search()).forCall(ownerOf(call))),
      projects: ({ request }) => lazily(async () => (await projects())(request.caller)),
      system: () => system,
      workflows,
      web: ({ signal }) => lazily(async () => (await web())(signal)),
    },
    knowledgeFor: knowledge.forPerson,
    readerOf: processes.readerOf,
    watchOutput: processes.watchOutput,
    endSession: processes.endSession,
    endAgent: processes.endAgent,
    isWatching: () => processes.isWatching() || knowledge.isBusy(),
    close: async () => {
      await processes.close();
      await knowledge.close();
      (await search.made)?.close();
      await code.close();
    },
  };
}

const ownerOf = ({ request, signal, facts }: Call) => ({
  caller: request.caller,
  signal,
  sandbox: facts.sandbox ?? ('none' as const),
  access: facts.access,
  git: facts.git,
  bound: facts.bound,
  denied: facts.denied,
});
