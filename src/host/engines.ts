import { homedir } from 'node:os';
import type { Call } from '../core/call.ts';
import type { Config } from '../core/config.ts';
import type { ProjectRecords } from '../core/project.ts';
import { isSecretFile, isSecretPlace } from '../core/sensitive-paths.ts';
import type { ToolContext } from '../core/tool.ts';
import { createFiles } from '../engines/files/files.ts';
import type { Processes, ProcessOwner } from '../engines/process/processes.ts';
import { createSystem } from '../engines/system/system.ts';
import { filesParts } from './files-parts.ts';
import { lazily, once } from './lazily.ts';
import { reachOf } from './surroundings.ts';

interface EngineParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly processes: (owner: ProcessOwner) => Processes;
  readonly projects: ProjectRecords;
}

type EngineName = 'files' | 'git' | 'processes' | 'projects' | 'search' | 'system';

/** By name, what makes an engine that holds what one call may reach. */
export type Engines = { readonly [Name in EngineName]: (call: Call) => ToolContext[Name] } & {
  close(): Promise<void>;
};

export function createEngines({ config, dataDir, env, processes, projects: records }: EngineParts): Engines {
  const home = homedir();
  const reach = reachOf(dataDir, env);
  const isSecret = (path: string) => isSecretFile(path) || isSecretPlace(path, home);
  const git = once(async () => (await import('../engines/git/git.ts')).createGit({ reach, isSecret }));
  const projects = once(async () =>
    (await import('../engines/projects/projects.ts')).createProjects({ records, dataDir, home }),
  );
  const parts = filesParts(config, dataDir);
  const files = createFiles(parts);
  const search = once(async () =>
    (await import('../engines/search/search.ts')).createSearch({ ...reach, judge: parts.judge }),
  );
  const system = createSystem();
  return {
    files: ({ request, signal }) => files(request.caller, signal),
    git: (call) => lazily(async () => (await git())(ownerOf(call))),
    processes: (call) => processes(ownerOf(call)),
    search: (call) => lazily(async () => (await search()).forCall(ownerOf(call))),
    projects: ({ request }) => lazily(async () => (await projects())(request.caller)),
    system: () => system,
    close: async () => search.made?.then(({ close }) => close()),
  };
}

const ownerOf = ({ request, signal, facts }: Call) => ({
  caller: request.caller,
  signal,
  sandbox: facts.sandbox ?? ('none' as const),
});
