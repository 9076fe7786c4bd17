import type { Caller } from '../../core/caller.ts';
import type { Argv } from '../../core/command-words.ts';
import { ToolError } from '../../core/errors.ts';
import { isInside, outsideRoot, resolveFrom } from '../../core/paths.ts';
import type {
  EcosystemName,
  Project,
  ProjectRecords,
  RegisteredProject,
  Script,
} from '../../core/project.ts';
import { withOpened } from '../files/open-inside.ts';
import { insideOf } from '../files/reach.ts';
import { type Described, describeProject, projectId } from './describe.ts';
import { type FoundPlan, nearestProject, planStep } from './detect.ts';
import { discoverProjects } from './discover.ts';
import type { Step } from './ecosystem.ts';
import { readPackageJson } from './node/package-json.ts';
import { type ManagerName, packageManagerOf } from './node/package-manager.ts';
import { scriptCommand } from './node/script-command.ts';
import { type PreparedPlan, preparePlan } from './prepare-plan.ts';
import { createProjectFiles, type ProjectFiles } from './project-files.ts';
import { findRegistrable } from './registrable.ts';
import { resolveProgram } from './resolve-program.ts';

/** What a script of package.json is run by, and where. */
export interface ScriptPlan {
  readonly argv: Argv;
  readonly directory: string;
  readonly packageManager: ManagerName;
  /** What the script itself says. */
  readonly command: string;
}

/** Projects as one caller may reach them; every method answers later, so that the code is loaded only when needed. */
export interface Projects {
  /** Registered ones and those found below the roots; `query` is looked for in name, path and description. */
  list(query: string | undefined): Promise<Project[]>;
  /** By path or id. */
  get(pathOrId: string): Promise<Project>;
  /** What registering would register; refuses what cannot be. */
  look(path: string): Promise<Described>;
  register(path: string, name: string | undefined): Promise<{ project: Project; created: boolean }>;
  registered(id: string): Promise<RegisteredProject>;
  remove(id: string): Promise<RegisteredProject>;
  /** The directory a call works in: the one it names, else the caller's own, else the only project there is. */
  directory(path: string | undefined): Promise<string>;
  /** Of the nearest package.json. */
  scripts(path: string): Promise<{ scripts: readonly Script[]; packageManager: ManagerName }>;
  script(path: string, name: string, args: readonly string[]): Promise<ScriptPlan>;
  plan(
    step: Step,
    options: { path: string | undefined; ecosystem: EcosystemName | undefined; args: readonly string[] },
  ): Promise<FoundPlan>;
  /** A plan as one process that can be started; names the program and how to get it where it cannot. */
  prepare(plan: FoundPlan): Promise<PreparedPlan>;
  /** The same for a single command. */
  runnable(argv: Argv, cwd: string): Promise<Argv>;
  /** What a project's files say, to look further into them. */
  files(): Promise<Pick<ProjectFiles, 'readText'>>;
}

interface Parts {
  readonly records: ProjectRecords;
  readonly dataDir: string;
  readonly home: string;
}

export const createProjects =
  ({ records, dataDir, home }: Parts) =>
  (caller: Pick<Caller, 'cwd' | 'roots' | 'env'>): Projects => {
    const files = createProjectFiles(caller.roots);
    const absolute = (path: string | undefined): string => resolveFrom(caller.cwd, path ?? defaultPlace());
    const defaultPlace = (): string => {
      const [only, ...others] = records.list();
      if (caller.cwd !== undefined) return caller.cwd;
      if (only && others.length === 0) return only.path;
      throw noPlace(only ? [only, ...others] : []);
    };
    const describe = (path: string): Project => {
      const registered = records.list().find(({ id }) => id === projectId(path));
      const described = describeProject(files, path);
      // A person may have given it another name than its manifest.
      return {
        ...described,
        name: registered?.name ?? described.name,
        isRegistered: registered !== undefined,
      };
    };
    const registered = (id: string): RegisteredProject =>
      records.list().find((project) => project.id === id) ?? notRegistered(id, records.list());
    const look = (path: string): Described => {
      const { directory, view } = findRegistrable(absolute(path), { roots: caller.roots, dataDir, home });
      return describeProject(view, directory);
    };
    const runnable = (argv: Argv, cwd: string) => resolveProgram(argv, cwd, caller.env);
    const nodeScripts = (path: string) => {
      const { place } = nearestProject(files, realDirectory(absolute(path), caller.roots), 'node');
      const { directory } = place;
      const scripts = readPackageJson(files, directory)?.scripts ?? [];
      return { directory, scripts, manager: packageManagerOf(files, directory) };
    };
    return {
      list: async (query) => {
        const registered = records.list().filter(({ path }) => isInside(path, caller.roots));
        const paths = new Set([...registered.map(({ path }) => path), ...discoverProjects(files)]);
        return [...paths].flatMap((path) => describeOrSkip(describe, path)).filter(fits(query));
      },
      get: async (pathOrId) => {
        const registered = records.list().find(({ id }) => id === pathOrId);
        return describe(registered?.path ?? realDirectory(absolute(pathOrId), caller.roots));
      },
      look: async (path) => look(path),
      register: async (path, name) => {
        const described = look(path);
        const known = records.list().some(({ id }) => id === described.id);
        const { id, path: directory } = described;
        const saved = records.save({ id, path: directory, name: name ?? described.name });
        return { project: { ...described, name: saved.name, isRegistered: true }, created: !known };
      },
      registered: async (id) => registered(id),
      remove: async (id) => {
        const project = registered(id);
        records.remove(id);
        return project;
      },
      directory: async (path) => realDirectory(absolute(path), caller.roots),
      plan: async (step, { path, ecosystem, args }) => {
        const place = absolute(path);
        if (!isInside(place, caller.roots)) throw outsideRoot(place, caller.roots);
        return planStep(files, step, { path: place, ecosystem, args });
      },
      scripts: async (path) => {
        const { scripts, manager } = nodeScripts(path);
        return { scripts, packageManager: manager.name };
      },
      script: async (path, name, args) => {
        const { directory, scripts, manager } = nodeScripts(path);
        const { command } =
          scripts.find((script) => script.name === name) ?? noScript(name, directory, scripts);
        return { argv: scriptCommand(manager, name, args), directory, packageManager: manager.name, command };
      },
      prepare: async (plan) => preparePlan(plan, (argv) => runnable(argv, plan.directory)),
      runnable,
      files: async () => files,
    };
  };

/** Through the descriptor: a link to a place outside is not a way there. */
function realDirectory(path: string, roots: readonly string[]): string {
  if (!isInside(path, roots)) throw outsideRoot(path, roots);
  return withOpened(path, insideOf(roots), ({ stats, realPath }) => {
    if (stats.isDirectory()) return realPath;
    throw new ToolError('VALIDATION', `${path} is not a directory`, {
      hint: 'Give the directory it lies in.',
    });
  });
}

function describeOrSkip(describe: (path: string) => Project, path: string): Project[] {
  try {
    return [describe(path)];
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
    [name, path, description].some((text) => text.toLowerCase().includes(query.toLowerCase()));

const notRegistered = (id: string, known: readonly RegisteredProject[]): never => {
  throw new ToolError('NOT_FOUND', `There is no registered project "${id}"`, {
    hint:
      known.length > 0
        ? `Registered are: ${known.map((one) => `${one.id} (${one.name})`).join(', ')}`
        : 'None is registered.',
  });
};

const noPlace = (known: readonly RegisteredProject[]): ToolError =>
  new ToolError('VALIDATION', 'This connection has no current directory: say which project is meant', {
    hint:
      known.length > 0
        ? `Registered are: ${known.map(({ path }) => path).join(', ')}`
        : 'Register one with register_project, or give an absolute path.',
  });

const noScript = (name: string, directory: string, scripts: readonly Script[]): never => {
  throw new ToolError('NOT_FOUND', `${directory}/package.json has no script "${name}"`, {
    hint:
      scripts.length > 0
        ? `It has: ${scripts.map((script) => script.name).join(', ')}`
        : 'It has none at all.',
  });
};
