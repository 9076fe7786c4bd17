import { dirname, resolve } from 'node:path';

/** A mount that bubblewrap was told to make. */
export interface PlannedMount {
  readonly to: string;
  /** What is shown there; undefined for an empty or a fresh file system. */
  readonly from?: string;
  /** Left out where there is nothing to show. */
  readonly isOptional: boolean;
  /** Those of devices and processes hold mounts that bubblewrap makes by itself. */
  readonly isSystem: boolean;
}

const FRESH = new Set(['--tmpfs', '--proc', '--dev', '--mqueue']);
const BIND = /^--(ro-|dev-)?bind(-try)?$/;
const ONE_WORD = new Set([
  ...['--dir', '--chdir', '--size', '--perms', '--remount-ro', '--cap-add', '--cap-drop', '--seccomp'],
  ...['--info-fd', '--block-fd', '--hostname', '--unsetenv'],
]);
const TWO_WORDS = new Set(['--symlink', '--setenv']);

/** Reads what bubblewrap reads: an option that is added there and not here fails. */
export function plannedMounts(options: readonly string[]): readonly PlannedMount[] {
  const mounts: PlannedMount[] = [];
  const links = new Map<string, string>();
  for (let at = 0; at < options.length; ) {
    const [option = '', first = '', second = ''] = options.slice(at, at + 3);
    const [, , isTry] = BIND.exec(option) ?? [];
    if (BIND.test(option))
      mounts.push({ from: first, to: second, isOptional: isTry !== undefined, isSystem: false });
    else if (FRESH.has(option))
      mounts.push({ to: first, isOptional: false, isSystem: option === '--dev' || option === '--proc' });
    else if (option === '--symlink') links.set(second, resolve(dirname(second), first));
    else if (
      !ONE_WORD.has(option) &&
      !TWO_WORDS.has(option) &&
      !/^--(unshare-|new-session$|die-with-parent$)/.test(option)
    )
      throw new Error(`What bubblewrap does with ${option} is not known here`);
    at += BIND.test(option) || TWO_WORDS.has(option) ? 3 : FRESH.has(option) || ONE_WORD.has(option) ? 2 : 1;
  }
  return mounts.map((mount) => ({ ...mount, to: through(links, mount.to) }));
}

/** `/lib` may be a link to `/usr/lib` there, too. */
function through(links: ReadonlyMap<string, string>, path: string): string {
  const [link, target] = [...links].find(([name]) => path.startsWith(`${name}/`)) ?? [];
  return link === undefined ? path : `${target}${path.slice(link.length)}`;
}
