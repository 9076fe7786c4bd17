import { homedir } from 'node:os';
import type { Call } from '../core/call.ts';
import type { Config } from '../core/config.ts';
import type { Cut } from '../core/cut-text.ts';
import type { Log } from '../core/log.ts';
import { once } from '../core/once.ts';
import type { ProcessStore } from '../core/process-record.ts';
import type { ProjectRecords } from '../core/project.ts';
import type { SecretStore } from '../core/secret-store.ts';
import { isSecretFile, isSecretPlace } from '../core/sensitive-paths.ts';
import type { ToolEngines } from '../core/tool.ts';
import { createFiles } from '../engines/files/files.ts';
import { createSystem } from '../engines/system/system.ts';
import type { Redactor } from '../gate/redact/redactor.ts';
import { createHostCode } from './code.ts';
import { filesParts } from './files-parts.ts';
import { createHostKnowledge } from './knowledge.ts';
import { lazily } from './lazily.ts';
import { createHostProcesses, type HostProcesses } from './processes.ts';
import { reachOf } from './surroundings.ts';
import { openWeb } from './web.ts';

interface EngineParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Workflows call back into the host, which makes them once it is there. */
  readonly workflows: { readonly forCall: EngineMakers['workflows'] };
  readonly redactor: Pick<Redactor, 'know' | 'cut'>;
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
  close(): Promise<void>;
}

export function createEngines(engineParts: EngineParts): Engines {
  const { config, dataDir, env, log, redactor, stores, workflows } = engineParts;
  const processes = createHostProcesses({ config, dataDir, env, store: stores.processes, log });
  const ownerOf = ownerWith(redactor);
  const home = homedir();
  const reach = reachOf(dataDir, env);
  const isSecret = (path: string) => isSecretFile(path) || isSecretPlace(path, home);
  const git = once(async () =>
    (await import('../engines/git/git.ts')).createGit({
      reach,
      isSecret,
      installation: processes.installation,
    }),
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
  const knowledge = once(() => createHostKnowledge({ config, dataDir, log }));
  const code = createHostCode({ judge: parts.judge, installation: processes.installation });
  const system = createSystem();
  const web = once(() => openWeb(config, { env, secrets: stores.secrets, hide: redactor.know }));
  return {
    makers: {
      code: code.of,
      files: (call) => files(ownerOf(call)),
      git: (call) => lazily(async () => (await git())(ownerOf(call))),
      knowledge: (call) =>
        lazily(async () => {
          const { forCall } = await search();
          const owner = ownerOf(call);
          return (await knowledge()).forCall({
            ...owner,
            search: (signal) => forCall({ ...owner, signal }),
          });
        }),
      processes: (call) => processes.of(ownerOf(call)),
      search: (call) => lazily(async () => (await search()).forCall(ownerOf(call))),
      projects: ({ request }) => lazily(async () => (await projects())(request.caller)),
      system: () => system,
      workflows: workflows.forCall,
      web: (call) => lazily(async () => (await web())(ownerOf(call))),
    },
    readerOf: processes.readerOf,
    watchOutput: processes.watchOutput,
    endSession: processes.endSession,
    endAgent: processes.endAgent,
    isWatching: processes.isWatching,
    close: async () => {
      await processes.close();
      await (await knowledge.made)?.close();
      (await search.made)?.close();
      await code.close();
    },
  };
}

const ownerWith =
  (redactor: Pick<Redactor, 'cut'>) =>
  ({ request, signal, facts }: Call) => ({
    caller: request.caller,
    signal,
    sandbox: facts.sandbox ?? ('none' as const),
    access: facts.access,
    git: facts.git,
    bound: facts.bound,
    denied: facts.denied,
    cut: (text: string, wanted: readonly Cut[]) => {
      const { pieces, count } = redactor.cut(text, wanted);
      if (count > 0) facts.masked = (facts.masked ?? 0) + count;
      return pieces;
    },
  });
