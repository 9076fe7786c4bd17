import type { Argv } from '../../../core/text/command-words.ts';
import { type Ecosystem, type Place, type Plan, run, runWithJunit, type Step } from '../ecosystem.ts';
import { asObject, parseTomlManifest } from '../parse-manifest.ts';

const MANIFESTS =
  /^(uv\.lock|poetry\.lock|pdm\.lock|Pipfile|pyproject\.toml|setup\.py|setup\.cfg|requirements[\w.-]*\.txt)$/;

export const python: Ecosystem = {
  name: 'python',
  manifest: (names) => names.find((name) => MANIFESTS.test(name)),
  plan: (place, step, args) => {
    const manager = pythonManager(place);
    if (step === 'test') return test(place, args, MANAGERS[manager].runner(place));
    return MANAGERS[manager].plan(place, step, args);
  },
};

type ManagerName = 'uv' | 'poetry' | 'pdm' | 'pipenv' | 'pip';

/** The lock file says it; without one, the table the tool keeps in pyproject.toml. */
export function pythonManager({ directory, names, files }: Place): ManagerName {
  const locked = LOCKS.find(([file]) => names.includes(file));
  if (locked) return locked[1];
  const path = `${directory}/pyproject.toml`;
  const tools = asObject(parseTomlManifest(files.readText(path) ?? '', path).tool);
  return (['uv', 'poetry', 'pdm'] as const).find((name) => name in tools) ?? 'pip';
}

const LOCKS: readonly (readonly [string, ManagerName])[] = [
  ['uv.lock', 'uv'],
  ['poetry.lock', 'poetry'],
  ['pdm.lock', 'pdm'],
  ['Pipfile.lock', 'pipenv'],
  ['Pipfile', 'pipenv'],
];

interface Manager {
  /** What stands before `-m pytest` so that the project's own environment is used. */
  readonly runner: (place: Place) => Argv;
  readonly plan: (place: Place, step: Exclude<Step, 'test'>, args: readonly string[]) => Plan | string;
}

const MANAGERS: Readonly<Record<ManagerName, Manager>> = {
  uv: {
    runner: () => ['uv', 'run', 'python'],
    plan: (_place, step, args) => run(args, 'uv', step === 'restore' ? 'sync' : 'build'),
  },
  poetry: {
    runner: () => ['poetry', 'run', 'python'],
    plan: (_place, step, args) =>
      run(args, 'poetry', step === 'restore' ? 'install' : 'build', '--no-interaction'),
  },
  pdm: {
    runner: () => ['pdm', 'run', 'python'],
    plan: ({ names }, step, args) =>
      run(args, 'pdm', step === 'build' ? 'build' : names.includes('pdm.lock') ? 'sync' : 'install'),
  },
  pipenv: {
    runner: () => ['pipenv', 'run', 'python'],
    plan: ({ names }, step, args) =>
      step === 'build'
        ? 'a Pipfile describes nothing to build'
        : run(args, 'pipenv', ...(names.includes('Pipfile.lock') ? ['sync', '--dev'] : ['install', '--dev'])),
  },
  pip: {
    runner: interpreter,
    plan: (place, step, args) => {
      const program = interpreter(place);
      if (step === 'build')
        return /^\[build-system\]/m.test(textOf(place, 'pyproject.toml')) || place.names.includes('setup.py')
          ? run(args, ...program, '-m', 'build')
          : 'there is neither setup.py nor a [build-system] in pyproject.toml';
      const requirements = requirementsOf(place);
      const what = requirements === undefined ? ['-e', '.'] : ['-r', requirements];
      return run(args, ...program, '-m', 'pip', 'install', ...what);
    },
  },
};

/** The project's own environment where it has one. */
function interpreter({ directory, files }: Place): Argv {
  const own = ['.venv', 'venv'].find((name) => files.names(`${directory}/${name}/bin`).includes('python'));
  return [own === undefined ? 'python3' : `${own}/bin/python`];
}

const requirementsOf = ({ names, target }: Place): string | undefined =>
  target?.endsWith('.txt')
    ? target
    : ['requirements.txt', ...names].find(
        (name) => names.includes(name) && /^requirements.*\.txt$/.test(name),
      );

function test(place: Place, args: readonly string[], program: Argv): Plan {
  if (usesPytest(place)) {
    // Only the older form of the report holds file and line.
    const report = (file: string) => ['-o', 'junit_family=xunit1', `--junitxml=${file}`];
    return runWithJunit(args, report, ...program, '-m', 'pytest');
  }
  const folder = ['tests', 'test'].find((name) => place.names.includes(name));
  // A folder that is no package is found only when it is named.
  const isPackage =
    folder === undefined || place.files.names(`${place.directory}/${folder}`).includes('__init__.py');
  const discover = args.length > 0 || isPackage ? [] : ['discover', '-s', folder];
  return { ...run(args, ...program, '-m', 'unittest', ...discover), report: { format: 'unittest' } };
}

function usesPytest(place: Place): boolean {
  const { names } = place;
  return (
    names.includes('pytest.ini') ||
    names.includes('conftest.py') ||
    [
      'pyproject.toml',
      'setup.cfg',
      'tox.ini',
      'Pipfile',
      ...names.filter((name) => /^requirements/.test(name)),
    ].some((name) => names.includes(name) && /\bpytest\b/.test(textOf(place, name))) ||
    ['.', 'tests', 'test'].some((folder) => isForPytest(place, folder))
  );
}

const TEST_FILE = /^(test_.*|.*_test)\.py$/;
/** Functions outside of a class, and the module itself: unittest would run none of it and call that a success. */
const PYTEST_ONLY = /^(?:async )?def test|^(?:import|from) pytest\b/m;
/** The first files of a folder show how its tests are written. */
const MOST_FILES = 20;

function isForPytest(place: Place, folder: string): boolean {
  const names = place.files.names(`${place.directory}/${folder}`);
  if (names.includes('conftest.py')) return true;
  return names
    .filter((name) => TEST_FILE.test(name))
    .slice(0, MOST_FILES)
    .some((name) => PYTEST_ONLY.test(textOf(place, `${folder}/${name}`)));
}

const textOf = ({ directory, files }: Place, name: string): string =>
  files.readText(`${directory}/${name}`) ?? '';
