import { loginSoFar } from '../process/child/login-environment.ts';
import { findProgram } from '../process/child/missing-program.ts';

/** Where systems keep programs that only an administrator changes. */
export const SYSTEM_PATH = [
  ...['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
  ...['/run/wrappers/bin', '/run/current-system/sw/bin', '/opt/homebrew/bin', '/snap/bin'],
].join(':');

const found = new Map<string, string>();

/**
 * A program that the host itself starts, outside of every sandbox. A PATH may begin with a directory of a project, and
 * what is called `git` there must not be taken for git.
 */
export function ownProgram(name: string): string {
  const known = found.get(name);
  if (known !== undefined) return known;
  const others = (loginSoFar().PATH ?? '').split(':').filter((place) => place.startsWith('/'));
  const program = findProgram(name, '/', SYSTEM_PATH) ?? findProgram(name, '/', others.join(':'));
  if (program !== undefined) found.set(name, program);
  return program ?? name;
}
