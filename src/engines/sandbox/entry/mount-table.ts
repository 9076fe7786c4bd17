import { readFileSync } from 'node:fs';
import { fromDisk } from '../../files/open/disk-names.ts';

/** One line of the kernel's table of mounts. */
export interface Mount {
  /** Where it is, for the processes it belongs to. */
  readonly to: string;
  /** The file system, and what of it is shown. */
  readonly device: string;
  readonly root: string;
}

/** As a process sees them. */
export const mountsOf = (pid: number | 'self'): readonly Mount[] =>
  readFileSync(`/proc/${pid}/mountinfo`, 'latin1')
    .split('\n')
    .flatMap((line) => {
      const [, , device, root, to] = line.split(' ');
      return device && root && to ? [{ device, root: plain(root), to: plain(to) }] : [];
    });

/** Blanks, line breaks and backslashes are written as numbers. */
const plain = (path: string): string => {
  const bytes = path.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
  return /^[\x20-\x7e]*$/.test(bytes) ? bytes : fromDisk(Buffer.from(bytes, 'latin1'));
};

/** What a path of ours leads to, as the table of another process would show it. */
export function placeOf(path: string, mounts: readonly Mount[]): Pick<Mount, 'device' | 'root'> | undefined {
  const around = mounts.filter(({ to }) => to === '/' || path === to || path.startsWith(`${to}/`));
  const longest = Math.max(...around.map(({ to }) => to.length));
  // Of two at one place the later one is seen.
  const mount = around.findLast(({ to }) => to.length === longest);
  if (!mount) return undefined;
  const rest = mount.to === '/' ? path : path.slice(mount.to.length);
  const root = `${mount.root === '/' ? '' : mount.root}${rest}`;
  return { device: mount.device, root: root === '' ? '/' : root.replace(/(?<=.)\/$/, '') };
}
