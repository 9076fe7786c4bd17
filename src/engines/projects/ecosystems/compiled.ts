import type { Argv } from '../../../core/text/command-words.ts';
import { type Ecosystem, named, type Place, run } from '../ecosystem.ts';

const solution = (names: readonly string[]): string | undefined =>
  names.find((name) => /\.slnx?$/i.test(name)) ?? names.find((name) => /\.(cs|fs|vb)proj$/i.test(name));

export const dotnet: Ecosystem = {
  name: 'dotnet',
  manifest: solution,
  plan: ({ names, target = solution(names) }, step, args) => {
    // Named, because dotnet refuses to choose where a directory holds several.
    const argv: Argv = ['dotnet', step, ...(target === undefined ? [] : [target])];
    if (step !== 'test') return run(args, ...argv);
    return {
      ...run(args, ...argv),
      report: {
        format: 'trx',
        command: (reports) => [...argv, '--logger', 'trx', '--results-directory', reports, ...args],
      },
    };
  },
};

export const rust: Ecosystem = {
  name: 'rust',
  manifest: named('Cargo.toml'),
  plan: (_place, step, args) => ({
    ...run(args, 'cargo', { restore: 'fetch', build: 'build', test: 'test' }[step]),
    ...(step === 'test' && { report: { format: 'cargo' } }),
  }),
};

export const go: Ecosystem = {
  name: 'go',
  manifest: named('go.work', 'go.mod'),
  plan: (_place, step, args) => {
    if (step === 'restore') return run(args, 'go', 'mod', 'download');
    const packages = args.some((arg) => !arg.startsWith('-')) ? args : [...args, './...'];
    return {
      ...run(packages, 'go', step),
      ...(step === 'test' && {
        report: { format: 'go', command: () => ['go', 'test', '-json', ...packages] },
      }),
    };
  },
};

/** The wrapper the project brings knows the right version. */
const wrapped = ({ names }: Place, wrapper: string, program: string): string =>
  names.includes(wrapper) ? `./${wrapper}` : program;

export const maven: Ecosystem = {
  name: 'maven',
  manifest: named('pom.xml'),
  plan: (place, step, args) => {
    const file = place.target === undefined || place.target === 'pom.xml' ? [] : ['-f', place.target];
    const goals = {
      restore: ['dependency:go-offline'],
      build: ['package', '-DskipTests'],
      test: ['test'],
    }[step];
    return {
      ...run(args, wrapped(place, 'mvnw', 'mvn'), '-B', ...file, ...goals),
      ...(step === 'test' && {
        report: { format: 'junit', writtenTo: /(^|\/)target\/surefire-reports\/TEST-[^/]+\.xml$/ },
      }),
    };
  },
};

export const gradle: Ecosystem = {
  name: 'gradle',
  manifest: named('build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'),
  plan: (place, step, args) => ({
    ...run(
      args,
      wrapped(place, 'gradlew', 'gradle'),
      '--console=plain',
      { restore: 'dependencies', build: 'assemble', test: 'test' }[step],
    ),
    ...(step === 'test' && {
      report: { format: 'junit', writtenTo: /(^|\/)build\/test-results\/[^/]+\/TEST-[^/]+\.xml$/ },
    }),
  }),
};

export const swift: Ecosystem = {
  name: 'swift',
  manifest: named('Package.swift'),
  plan: (_place, step, args) => {
    if (step === 'restore') return run(args, 'swift', 'package', 'resolve');
    if (step === 'build') return run(args, 'swift', 'build');
    return {
      ...run(args, 'swift', 'test'),
      report: {
        format: 'junit',
        command: (reports) => [
          'swift',
          'test',
          '--parallel',
          '--xunit-output',
          `${reports}/junit.xml`,
          ...args,
        ],
      },
    };
  },
};
