import { type Ecosystem, named, type Place, run, runWithJunit } from '../ecosystem.ts';
import { parseJson } from '../parse-manifest.ts';

export const ruby: Ecosystem = {
  name: 'ruby',
  manifest: named('Gemfile'),
  plan: ({ names }, step, args) => {
    if (step === 'restore') return run(args, 'bundle', 'install');
    const gemspec = names.find((name) => name.endsWith('.gemspec'));
    if (step === 'build')
      return gemspec === undefined ? 'there is no .gemspec to build' : run(args, 'gem', 'build', gemspec);
    if (names.includes('.rspec') || names.includes('spec'))
      return {
        ...run(args, 'bundle', 'exec', 'rspec'),
        report: {
          format: 'rspec',
          command: (reports) => [
            'bundle',
            'exec',
            'rspec',
            '--format',
            'progress',
            '--format',
            'json',
            '--out',
            `${reports}/rspec.json`,
            ...args,
          ],
        },
      };
    return names.includes('Rakefile')
      ? run(args, 'bundle', 'exec', 'rake', 'test')
      : 'there are neither specs nor a Rakefile';
  },
};

export const php: Ecosystem = {
  name: 'php',
  manifest: named('composer.json'),
  plan: (place, step, args) => {
    if (step === 'restore') return run(args, 'composer', 'install', '--no-interaction');
    const scripts = jsonKeys(place, 'composer.json', 'scripts');
    const separated = args.length > 0 ? ['--', ...args] : [];
    if (scripts.includes(step)) return run(separated, 'composer', 'run-script', step);
    if (step === 'test' && place.names.some((name) => /^phpunit(\.dist)?\.xml(\.dist)?$/.test(name)))
      return runWithJunit(args, (file) => ['--log-junit', file], 'vendor/bin/phpunit');
    return `composer.json has no script "${step}"`;
  },
};

export const elixir: Ecosystem = {
  name: 'elixir',
  manifest: named('mix.exs'),
  plan: (_place, step, args) =>
    run(args, 'mix', { restore: 'deps.get', build: 'compile', test: 'test' }[step]),
};

export const dart: Ecosystem = {
  name: 'dart',
  manifest: named('pubspec.yaml'),
  plan: ({ directory, files }, step, args) => {
    const pubspec = files.readText(`${directory}/pubspec.yaml`) ?? '';
    const program = /\bsdk:\s*flutter\b/.test(pubspec) ? 'flutter' : 'dart';
    if (step === 'restore') return run(args, program, 'pub', 'get');
    if (step === 'test') return run(args, program, 'test');
    if (/^[ \t]+build_runner:/m.test(pubspec)) return run(args, 'dart', 'run', 'build_runner', 'build');
    return program === 'flutter'
      ? run(args.length > 0 ? args : ['bundle'], 'flutter', 'build')
      : run(args, 'dart', 'analyze');
  },
};

export const deno: Ecosystem = {
  name: 'deno',
  manifest: named('deno.json', 'deno.jsonc'),
  plan: (place, step, args) => {
    if (step === 'restore') return run(args, 'deno', 'install');
    const manifest = deno.manifest(place.names) ?? 'deno.json';
    if (jsonKeys(place, manifest, 'tasks').includes(step)) return run(args, 'deno', 'task', step);
    return step === 'test'
      ? runWithJunit(args, (file) => [`--junit-path=${file}`], 'deno', 'test')
      : `${manifest} has no task "${step}"`;
  },
};

const jsonKeys = ({ directory, files }: Place, name: string, key: string): string[] => {
  const path = `${directory}/${name}`;
  const value = parseJson(files.readText(path) ?? '{}', path)[key];
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
};
