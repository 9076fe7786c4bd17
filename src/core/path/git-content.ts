import { oneOfInAnyCase } from '../text/one-of.ts';

/**
 * What git keeps in a repository beside the content of files: names, hashes, settings, hooks. Other programs leave
 * passwords and copies of files there, and an unfinished commit message may hold the whole change.
 */
const GITS_OWN = oneOfInAnyCase`
  head (orig|fetch|merge|cherry_pick|revert|rebase)_head merge_(mode|msg|rr|autostash) auto_merge squash_msg
  (bisect|notes_merge)_\w+ description config(\.worktree)? index sharedindex\.\w+ packed-refs refs reftable
  logs info hooks modules worktrees shallow commondir gitdir locked gc\.(pid|log)
`;

/** Whether git itself keeps something under this name in its directory, which tells nothing of what files hold. */
export const isGitsOwn = (name: string): boolean => GITS_OWN.test(name);

const OBJECTS = /(^|\/)objects\/([0-9a-f]{2}\/\w{30,}|pack\/(?![^/]*\.(idx|rev|bitmap|keep|mtimes)$)[^/]+)$/;

/** The same of Mercurial, with its passwords, and of Subversion. */
const OTHER_SYSTEMS = /(^|\/)(\.hg\/(store\/.+|hgrc)|\.svn\/pristine\/.+)$/s;

/**
 * Whether a file of a repository may hold what any file of any commit held: an object, a pack, what a large file store, a
 * merge or an editor left there. For paths in lower case.
 */
export function isGitContent(path: string): boolean {
  if (OBJECTS.test(path) || OTHER_SYSTEMS.test(path)) return true;
  const [, inside] = /(?:^|\/)\.git\/(.+)$/s.exec(path) ?? [];
  if (inside === undefined) return false;
  const [first = '', ...rest] = inside.split('/');
  if (first === 'modules' || first === 'worktrees') return rest.some((name) => STRANGERS.test(name));
  return !isGitsOwn(first) && first !== 'objects';
}

/** In the directory of a submodule, whose own name may have several parts. */
const STRANGERS = /^(lfs|annex|rr-cache|rebase-merge|rebase-apply|sequencer|\w+_editmsg)$/;
