import type { Caller } from '../../core/call/caller.ts';
import { ToolError } from '../../core/errors.ts';
import type { EcosystemName, ProjectRecords, Script } from '../../core/project.ts';
import type { Argv } from '../../core/text/command-words.ts';
import type { FilesParts } from '../files/files.ts';
import type { Reach } from '../files/open/reach.ts';
import { type FoundPlan, nearestProject, planStep } from './detect.ts';
import type { Step } from './ecosystem.ts';
import { readPackageJson } from './node/package-json.ts';
import { type ManagerName, packageManagerOf } from './node/package-manager.ts';
import { scriptCommand } from './node/script-command.ts';
import { createPlaces } from './places.ts';
import { type PreparedPlan, preparePlan } from './prepare-plan.ts';
import { createProjectFiles, type ProjectFiles } from './project-files.ts';
import { createRegister, type ProjectRegister } from './register.ts';
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
export interface Projects extends ProjectRegister {
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
  readonly judge: FilesParts['judge'];
}

/** Whose call it is. */
interface Owner extends Pick<Reach, 'denied'> {
  readonly caller: Pick<Caller, 'cwd' | 'roots' | 'env'>;
}

export const createProjects =
  ({ records, dataDir, home, judge }: Parts) =>
  ({ caller: { cwd, roots, env }, denied }: Owner): Projects => {
    const reach: Reach = {
      ...{ cwd, roots, denied },
      judge: (path, access) => judge(path, access, { roots, cwd }),
    };
    const files = createProjectFiles(reach);
    const viewOf = (directory: string) => createProjectFiles({ ...reach, roots: [directory] });
    const places = createPlaces(reach, records);
    const runnable = (argv: Argv, from: string) => resolveProgram(argv, from, env);
    const nodeScripts = (path: string) => {
      const { place } = nearestProject(files, places.directory(path), 'node');
      const { directory } = place;
      const scripts = readPackageJson(files, directory)?.scripts ?? [];
      return { directory, scripts, manager: packageManagerOf(files, directory) };
    };
    return {
      ...createRegister({ records, files, viewOf, places, dataDir, home }),
      directory: async (path) => places.directory(path),
      plan: async (step, { path, ecosystem, args }) =>
        planStep(files, step, { path: places.existing(path), ecosystem, args }),
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
      files: async () => createProjectFiles(reach),
    };
  };

const noScript = (name: string, directory: string, scripts: readonly Script[]): never => {
  throw new ToolError('NOT_FOUND', `${directory}/package.json has no script "${name}"`, {
    hint:
      scripts.length > 0
        ? `It has: ${scripts.map((script) => script.name).join(', ')}`
        : 'It has none at all.',
  });
};
