import type { Argv } from '../../../core/text/command-words.ts';
import { type Ecosystem, named, type Place, run } from '../ecosystem.ts';

const BUILD_DIRECTORY = 'build';

export const cmake: Ecosystem = {
  name: 'cmake',
  manifest: named('CMakeLists.txt'),
  plan: ({ directory, files }, step, args) => {
    const configure: Argv = ['cmake', '-S', '.', '-B', BUILD_DIRECTORY];
    const build: Argv = ['cmake', '--build', BUILD_DIRECTORY];
    const isConfigured = files.names(`${directory}/${BUILD_DIRECTORY}`).includes('CMakeCache.txt');
    const [first, ...rest]: Argv[] = isConfigured ? [] : [configure];
    if (step === 'restore') return run(args, ...configure);
    if (step === 'build')
      return first ? { commands: [first, ...rest, [...build, ...args]] } : run(args, ...build);
    const test: Argv = ['ctest', '--test-dir', BUILD_DIRECTORY, '--output-on-failure', ...args];
    return {
      commands: first ? [first, build, test] : [build, test],
      report: {
        format: 'junit',
        command: (reports) => [...test, '--output-junit', `${reports}/junit.xml`],
      },
    };
  },
};

export const make: Ecosystem = {
  name: 'make',
  manifest: named('GNUmakefile', 'makefile', 'Makefile'),
  plan: (place, step, args) => {
    const program: Argv = place.target === undefined ? ['make'] : ['make', '-f', place.target];
    if (step === 'build') return run(args, ...program);
    const targets = makeTargets(place);
    const wanted =
      step === 'test' ? ['test', 'check', 'tests'] : ['deps', 'dependencies', 'restore', 'vendor'];
    const target = wanted.find((name) => targets.includes(name));
    return target === undefined
      ? `the Makefile has none of the targets ${wanted.join(', ')}; it has ${targets.join(', ') || 'none'}`
      : run(args, ...program, target);
  },
};

/** Targets that stand at the beginning of a line; patterns and variables are not resolved. */
function makeTargets({ directory, names, files, target }: Place): string[] {
  const name = target ?? make.manifest(names);
  const text = (name === undefined ? undefined : files.readText(`${directory}/${name}`)) ?? '';
  const found = [...text.matchAll(/^([\w./-]+(?:[ \t]+[\w./-]+)*)[ \t]*::?(?!=)/gm)].flatMap(
    ([, words = '']) => words.split(/[ \t]+/),
  );
  return [...new Set(found.filter((word) => !word.startsWith('.')))];
}
