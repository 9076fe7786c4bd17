import { basename, dirname } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import type { EcosystemName } from '../../core/project.ts';
import type { Ecosystem, Place, Plan, Step } from './ecosystem.ts';
import { dotnet, go, gradle, maven, rust, swift } from './ecosystems/compiled.ts';
import { cmake, make } from './ecosystems/native.ts';
import { node } from './ecosystems/node.ts';
import { python } from './ecosystems/python.ts';
import { dart, deno, elixir, php, ruby } from './ecosystems/scripting.ts';
import { type ProjectFiles, upwards } from './project-files.ts';

const ALL: Readonly<Record<EcosystemName, Ecosystem>> = {
  node,
  dotnet,
  rust,
  go,
  python,
  maven,
  gradle,
  ruby,
  php,
  elixir,
  swift,
  dart,
  deno,
  cmake,
  make,
};

/** All kinds of project the names in a directory show, in the order in which they are preferred. */
export const ecosystemsIn = (names: readonly string[]): Ecosystem[] =>
  Object.values(ALL).filter(({ manifest }) => manifest(names) !== undefined);

/** The nearest directory with a manifest, from a directory or a project file upwards. */
export function nearestProject(
  files: ProjectFiles,
  path: string,
  wanted?: EcosystemName,
): { place: Place; ecosystems: readonly Ecosystem[] } {
  const isFile = files.names(dirname(path)).includes(basename(path)) && files.readText(path) !== undefined;
  if (isFile) return ofFile(files, path, wanted);
  for (const directory of upwards(path, files)) {
    const names = files.names(directory);
    const ecosystems = ecosystemsIn(names).filter(({ name }) => wanted === undefined || name === wanted);
    if (ecosystems.length > 0) return { place: { directory, names, files }, ecosystems };
  }
  throw new ToolError(
    'NOT_FOUND',
    `There is no ${wanted ?? ''} project in ${path} or above`.replace('  ', ' '),
    {
      hint: `Looked for package.json, *.sln, Cargo.toml, go.mod, pyproject.toml, pom.xml, CMakeLists.txt, Makefile and the like, up to ${files.roots.join(', ')}.`,
    },
  );
}

function ofFile(files: ProjectFiles, path: string, wanted: EcosystemName | undefined) {
  const directory = dirname(path);
  const target = basename(path);
  const ecosystems = ecosystemsIn([target]).filter(({ name }) => wanted === undefined || name === wanted);
  if (ecosystems.length === 0)
    throw new ToolError('VALIDATION', `${path} is not a project file${wanted ? ` of ${wanted}` : ''}`, {
      hint: 'Give the directory of the project, or its manifest.',
    });
  return { place: { directory, names: files.names(directory), files, target }, ecosystems };
}

export interface FoundPlan extends Plan {
  readonly ecosystem: EcosystemName;
  readonly directory: string;
  /** The file that shows the project. */
  readonly manifest: string;
}

/** What a step runs in the nearest project; of several kinds in one place, the first that offers the step. */
export function planStep(
  files: ProjectFiles,
  step: Step,
  { path, ecosystem, args }: { path: string; ecosystem?: EcosystemName | undefined; args: readonly string[] },
): FoundPlan {
  const { place, ecosystems } = nearestProject(files, path, ecosystem);
  const reasons: string[] = [];
  for (const candidate of ecosystems) {
    const plan = candidate.plan(place, step, args);
    const { directory, names, target = candidate.manifest(names) ?? '' } = place;
    if (typeof plan !== 'string')
      return { ...plan, ecosystem: candidate.name, directory, manifest: `${directory}/${target}` };
    reasons.push(plan);
  }
  throw new ToolError('NOT_FOUND', `Nothing to ${step} in ${place.directory}: ${reasons.join('; ')}`, {
    hint: 'Use run_script or run_command for scripts with other names.',
  });
}
