import { homedir } from 'node:os';
import type { Call } from '../core/call.ts';
import type { ProjectRecords } from '../core/project.ts';
import { isSecretFile, isSecretPlace } from '../core/sensitive-paths.ts';
import type { ToolContext } from '../core/tool.ts';
import { createFiles } from '../engines/files/files.ts';
import { createGit } from '../engines/git/git.ts';
import { createProcesses } from '../engines/process/processes.ts';
import { createProjects } from '../engines/projects/projects.ts';
import { createSearch } from '../engines/search/search.ts';
import { createSystem } from '../engines/system/system.ts';
import { reachOf } from './surroundings.ts';

interface EngineParts {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly projects: ProjectRecords;
}

type EngineName = 'files' | 'git' | 'processes' | 'projects' | 'search' | 'system';

/** By name, what makes an engine that holds what one call may reach. */
export type Engines = { readonly [Name in EngineName]: (call: Call) => ToolContext[Name] } & {
  close(): void;
};

export function createEngines({ dataDir, env, projects: records }: EngineParts): Engines {
  const home = homedir();
  const reach = reachOf(dataDir, env);
  const git = createGit({
    reach,
    isSecret: (path) => isSecretFile(path) || isSecretPlace(path, home),
  });
  const processes = createProcesses(reach);
  const projects = createProjects({ records, dataDir, home });
  const search = createSearch(reach);
  const system = createSystem();
  return {
    files: ({ request }) => createFiles(request.caller),
    git: (call) => git(ownerOf(call)),
    processes: (call) => processes(ownerOf(call)),
    projects: ({ request }) => projects(request.caller),
    search: (call) => search.forCall(ownerOf(call)),
    system: () => system,
    close: () => search.close(),
  };
}

const ownerOf = ({ request, signal, facts }: Call) => ({
  caller: request.caller,
  signal,
  sandbox: facts.sandbox ?? ('none' as const),
});
