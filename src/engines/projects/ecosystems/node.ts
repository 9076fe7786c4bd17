import type { Argv } from '../../../core/text/command-words.ts';
import { type Ecosystem, named, type Place, type Plan, run } from '../ecosystem.ts';
import { type PackageJson, readPackageJson } from '../node/package-json.ts';
import { type PackageManager, packageManagerOf } from '../node/package-manager.ts';
import { scriptCommand } from '../node/script-command.ts';
import { reportOf } from '../node/test-runner.ts';

/** What `npm init` writes where there are no tests. */
const PLACEHOLDER = /^echo "Error: no test specified" && exit 1$/;

export const node: Ecosystem = {
  name: 'node',
  manifest: named('package.json'),
  plan: ({ directory, files }: Place, step, args) => {
    const manager = packageManagerOf(files, directory);
    if (step === 'restore') return run(args, ...installCommand(manager));
    const manifest = readPackageJson(files, directory);
    const script = manifest?.scripts.find(({ name, command }) => name === step && !PLACEHOLDER.test(command));
    return script ? planScript(manager, script.name, script.command, args) : missing(manifest, step);
  },
};

function planScript(manager: PackageManager, name: string, command: string, args: readonly string[]): Plan {
  const report = name === 'test' ? reportOf(command) : undefined;
  const argv = scriptCommand(manager, name, args);
  if (!report) return { commands: [argv] };
  const { format, env, options } = report;
  return {
    commands: [argv],
    report: {
      format,
      ...(env && { env }),
      ...(options && {
        command: (directory) => scriptCommand(manager, name, [...options(directory), ...args]),
      }),
    },
  };
}

const missing = (manifest: PackageJson | undefined, step: string): string => {
  const names = (manifest?.scripts ?? []).map(({ name }) => name);
  return names.length === 0
    ? `package.json has no script "${step}", and no other`
    : `package.json has no script "${step}"; it has ${names.join(', ')}`;
};

/** With a lock file nothing but what it says is installed. */
function installCommand({ name, hasLock, isBerry }: PackageManager): Argv {
  if (!hasLock) return [name, 'install'];
  if (name === 'npm') return ['npm', 'ci'];
  return [name, 'install', isBerry ? '--immutable' : '--frozen-lockfile'];
}
