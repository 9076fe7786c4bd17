import { existsSync } from 'node:fs';
import type { Sandbox } from '../../core/sandbox.ts';
import type { Reach } from '../process/process.ts';

interface Wanted {
  readonly sandbox: Exclude<Sandbox, 'none'>;
  readonly reach: Reach;
  readonly cwd: string;
  /** It goes on when its starter ends. */
  readonly isKept?: boolean;
}

/** The two sandboxes, as bubblewrap is told to build them. Later arguments lie over earlier ones. */
export function bwrapArguments({ sandbox, reach, cwd, isKept = false }: Wanted): string[] {
  const { roots, dataDir } = reach;
  const hidden = existsSync(dataDir) ? ['--tmpfs', dataDir] : [];
  const common = ['--new-session', '--chdir', cwd, ...(isKept ? [] : ['--die-with-parent'])];
  if (sandbox === 'open')
    return ['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', ...hidden, ...common];
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--unshare-all'],
    ...roots.flatMap((root) => ['--bind', root, root]),
    ...hidden,
    ...common,
  ];
}
