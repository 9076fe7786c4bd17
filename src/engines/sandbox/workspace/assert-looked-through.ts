import { ToolError } from '../../../core/errors.ts';
import { isInside } from '../../../core/path/paths.ts';
import { isGone, realPath, shown } from '../../files/open/disk-names.ts';
import type { Reach } from '../../process/process.ts';
import { targetAt } from './led-to.ts';
import { mayHoldSettings } from './linked-settings.ts';
import { MOST_DIRECTORIES, type WorkspaceFinds } from './workspace-index.ts';

type Looked = Pick<Reach, 'roots' | 'showsWorkspace'>;

/** Each is a mount, and bubblewrap makes no more than a few thousand. */
const MOST_SECRETS = 2_000;

/** Nothing can be hidden where nobody has looked. */
export function assertLookedThrough(
  finds: readonly WorkspaceFinds[],
  { roots, showsWorkspace }: Looked,
): void {
  const many = finds.findIndex(({ secrets }) => secrets.length > MOST_SECRETS);
  if (many !== -1 && !showsWorkspace)
    throw new ToolError(
      'TOO_LARGE',
      `${roots[many]} has more than ${MOST_SECRETS} files that look like secrets`,
      {
        hint: 'Open a smaller directory, or run the command with run_command and access ["secrets"], which a person is asked about.',
      },
    );
  const at = finds.findIndex(({ isComplete }) => !isComplete);
  if (at === -1 || showsWorkspace) return;
  throw new ToolError(
    'TOO_LARGE',
    `${roots[at]} has too many directories to find the secrets in it, or cannot be read`,
    {
      hint: 'Open a smaller directory, or run the command with run_command and access ["secrets"], which a person is asked about.',
    },
  );
}

/** Nor can anything be kept as it is. */
export function assertGuardable(finds: readonly WorkspaceFinds[], { roots }: Looked): void {
  const at = finds.findIndex(({ isComplete }) => !isComplete);
  assertLinksSeen(finds, roots);
  if (at === -1) return;
  throw new ToolError(
    'TOO_LARGE',
    `${roots[at]} cannot be read, or has more than ${MOST_DIRECTORIES} directories beside dependencies: the hooks and settings in it cannot be kept from being changed`,
    { hint: 'Open a smaller directory, or remove directories that nobody needs with delete_file.' },
  );
}

/** A new file behind such a link would be a setting that nobody finds afterwards. */
function assertLinksSeen(finds: readonly WorkspaceFinds[], roots: readonly string[]): void {
  for (const [at, root] of roots.entries())
    for (const link of finds[at]?.unseen ?? [])
      if (targetAt(link) !== '' && mayHoldSettings(link, root) && leadsInto(link, roots))
        throw new ToolError(
          'TOO_LARGE',
          `The link ${shown(link)} leads to more files than can be looked through, and new ones there could be settings of programs`,
          { hint: 'Remove the link, or give it a name that does not begin with a dot.' },
        );
}

function leadsInto(link: string, roots: readonly string[]): boolean {
  try {
    const place = realPath(link);
    return isInside(place, roots) || roots.some((root) => isInside(root, [place]));
  } catch (error) {
    return !isGone(error);
  }
}
