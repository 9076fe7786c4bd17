import { execFile } from 'node:child_process';

let found: Promise<boolean> | undefined;

/** Whether bubblewrap works here, tried once: a program that is installed may still lack the right to make namespaces. */
export const findSandbox = (): Promise<boolean> =>
  (found ??= new Promise((resolve) => {
    const probe = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-all', 'true'];
    execFile('bwrap', probe, { timeout: 5000 }, (error) => resolve(error === null));
  }));
