import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A clone as a developer has it: with what the project installed, and somebody to sign commits. */
export function cloneOf(repository: string, place: string): string {
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });
  run('git', 'clone', '--quiet', repository, place);
  run('git', '-C', place, 'config', 'user.name', 'Ada');
  run('git', '-C', place, 'config', 'user.email', 'ada@example.com');
  // Whatever is checked out over there, the work starts on main.
  run('git', '-C', place, 'switch', '--quiet', '--force-create', 'main', '--no-track', 'HEAD');
  run('git', '-C', place, 'tag', 'start');
  const installed = join(repository, 'node_modules');
  if (existsSync(installed)) run('cp', '-al', installed, join(place, 'node_modules'));
  return place;
}
