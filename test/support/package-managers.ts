import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryDirectory } from './program.ts';

/** Package managers beside npm, in the versions the tests were written with. */
const MANAGERS = {
  pnpm: { package: 'pnpm', version: '10.20.0', bin: 'bin/pnpm.cjs', program: 'pnpm' },
  yarn: { package: 'yarn', version: '1.22.22', bin: 'bin/yarn.js', program: 'yarn' },
  berry: { package: '@yarnpkg/cli-dist', version: '4.11.0', bin: 'bin/yarn.js', program: 'yarn' },
} as const;

export type TestManager = keyof typeof MANAGERS;

/** A directory for the PATH with just this program in it; fetched from the registry once per machine. */
export function managerOnPath(name: TestManager): string {
  const { package: packageName, version, bin, program } = MANAGERS[name];
  const cache = join(tmpdir(), `toolgate-test-${name}-${version}`);
  const path = join(cache, 'node_modules', packageName, bin);
  if (!existsSync(path)) {
    // Beside, and renamed when it is whole: another test may be doing the same.
    const fresh = mkdtempSync(`${cache}-`);
    writeFileSync(join(fresh, 'package.json'), '{ "private": true }');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    execFileSync('npm', ['install', ...options, `${packageName}@${version}`], {
      cwd: fresh,
      stdio: 'inherit',
    });
    if (existsSync(path)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, cache);
  }
  const directory = temporaryDirectory();
  symlinkSync(path, join(directory, program));
  return directory;
}
