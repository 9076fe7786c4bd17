/** The order decides where one directory shows several. */
export const ECOSYSTEMS = [
  'node',
  'dotnet',
  'rust',
  'go',
  'python',
  'maven',
  'gradle',
  'ruby',
  'php',
  'elixir',
  'swift',
  'dart',
  'deno',
  'cmake',
  'make',
] as const;
export type EcosystemName = (typeof ECOSYSTEMS)[number];

export interface Script {
  readonly name: string;
  readonly command: string;
}

export interface Workspace {
  readonly name: string;
  /** Relative to the project. */
  readonly path: string;
}

/** A directory with a manifest, and what can be told from its files. */
export interface Project {
  /** Follows from the path, so that it is the same before and after registration. */
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  /** All kinds of project the directory shows; the first is the one that is built. */
  readonly ecosystems: readonly EcosystemName[];
  readonly framework?: string;
  readonly packageManager?: string;
  readonly monorepoTool?: string;
  readonly workspaces: readonly Workspace[];
  /** Why there may be more workspaces. */
  readonly leftOut?: string;
  readonly nodeVersion?: string;
  readonly gitRemote?: string;
  readonly currentBranch?: string;
  readonly scripts: readonly Script[];
  readonly isRegistered: boolean;
}

/** A project a person or an approved call has opened for good. */
export interface RegisteredProject {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly createdAt: string;
}

/** What is kept of projects. */
export interface ProjectRecords {
  list(): readonly RegisteredProject[];
  /** Adds it, or renames the one that is there. */
  save(project: Pick<RegisteredProject, 'id' | 'path' | 'name'>): RegisteredProject;
  remove(id: string): void;
}
