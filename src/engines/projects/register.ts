import { ToolError } from '../../core/errors.ts';
import { isInside } from '../../core/path/paths.ts';
import type { Project, ProjectRecords, RegisteredProject } from '../../core/project.ts';
import { hasText } from '../../core/text/find-text.ts';
import { inTurns } from '../../core/timing/in-turns.ts';
import { type Described, describeProject, projectId } from './describe.ts';
import { discoverProjects } from './discover.ts';
import type { Places } from './places.ts';
import type { ProjectFiles } from './project-files.ts';
import { findRegistrable } from './registrable.ts';

/** The projects there are, and those that are kept. */
export interface ProjectRegister {
  /** Registered ones and those found below the roots; `query` is looked for in name, path and description. */
  list(query: string | undefined): Promise<Project[]>;
  /** By path or id. */
  get(pathOrId: string): Promise<Project>;
  /** What registering would register; refuses what cannot be. */
  look(path: string): Promise<Described>;
  register(path: string, name: string | undefined): Promise<{ project: Project; created: boolean }>;
  registered(id: string): Promise<RegisteredProject>;
  remove(id: string): Promise<RegisteredProject>;
}

interface Parts {
  readonly records: ProjectRecords;
  readonly files: ProjectFiles;
  /** What can be seen of a directory where only that one is open. */
  readonly viewOf: (directory: string) => ProjectFiles;
  readonly places: Places;
  readonly dataDir: string;
  readonly home: string;
}

export function createRegister({ records, files, viewOf, places, dataDir, home }: Parts): ProjectRegister {
  const { roots } = places;
  const find = (id: string) => records.list().find((project) => project.id === id);
  const describe = async (path: string): Promise<Project> => {
    const registered = find(projectId(path));
    const described = await describeProject(files, path);
    // A person may have given it another name than its manifest.
    const name = registered?.name ?? described.name;
    return { ...described, name, isRegistered: registered !== undefined };
  };
  const registered = (id: string): RegisteredProject => find(id) ?? notRegistered(id, records.list());
  const look = async (path: string): Promise<Described> => {
    const directory = findRegistrable(places.absolute(path), { roots, dataDir, home });
    return describeProject(viewOf(directory), directory);
  };
  return {
    list: async (query) => {
      const open = records.list().filter(({ path }) => isInside(path, roots));
      const paths = new Set([...open.map(({ path }) => path), ...discoverProjects(files)]);
      const projects = await inTurns(paths, (path) => describeOrSkip(describe, path));
      return projects.filter(fits(query));
    },
    get: async (pathOrId) => {
      const project = await describe(find(pathOrId)?.path ?? places.directory(pathOrId));
      return project.isRegistered || project.ecosystems.length > 0 ? project : noProject(project.path);
    },
    look,
    register: async (path, name) => {
      const described = await look(path);
      const known = find(described.id);
      const { id, path: directory } = described;
      const saved = records.save({ id, path: directory, name: name ?? known?.name ?? described.name });
      return {
        project: { ...described, name: saved.name, isRegistered: true },
        created: known === undefined,
      };
    },
    registered: async (id) => registered(id),
    remove: async (id) => {
      const project = registered(id);
      records.remove(id);
      return project;
    },
  };
}

async function describeOrSkip(
  describe: (path: string) => Promise<Project>,
  path: string,
): Promise<Project[]> {
  try {
    return [await describe(path)];
  } catch (error) {
    // A broken manifest, or a registered directory that is gone, must not hide the others.
    if (error instanceof ToolError) return [];
    throw error;
  }
}

const fits =
  (query: string | undefined) =>
  ({ name, path, description = '' }: Project): boolean =>
    query === undefined ||
    [name, path, description].some((text) => hasText(text.toLowerCase(), query.toLowerCase()));

const noProject = (path: string): never => {
  throw new ToolError('NOT_FOUND', `${path} is no project: it has no manifest and is not registered`, {
    hint: 'list_projects shows them, register_project registers any directory.',
  });
};

const notRegistered = (id: string, known: readonly RegisteredProject[]): never => {
  throw new ToolError('NOT_FOUND', `There is no registered project "${id}"`, {
    hint:
      known.length > 0
        ? `Registered are: ${known.map((one) => `${one.id} (${one.name})`).join(', ')}`
        : 'None is registered.',
  });
};
