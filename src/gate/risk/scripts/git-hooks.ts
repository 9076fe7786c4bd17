import { join } from 'node:path';
import type { GitSetting } from '../../../core/git/git-config.ts';
import { hooksOf } from '../../../core/git/git-hooks.ts';
import type { Value } from '../parse/words.ts';
import { isFile, type Place, pathsOf } from '../place.ts';
import { noteUnfound } from '../programs/note-runs.ts';
import { repositoryAround } from './git-repository.ts';

/** Notes the hooks of the repository that a git command would run. */
export function noteHooks(args: readonly Value[], place: Place): void {
  const { readText, notes } = place;
  const [subcommand = ''] = args
    .map(({ text }) => text)
    .filter((text, i) => isSubcommand(text, args[i - 1]?.text));
  if (!readText || !notes || subcommand === '') return;
  const at = args.findIndex(({ text }) => text === '-C');
  const start = at === -1 ? '.' : (args[at + 1]?.text ?? '.');
  for (const directory of pathsOf(start, place) ?? []) {
    const found = repositoryAround(directory, { readText, home: place.home });
    if (found === undefined) continue;
    const hasLocal = found !== 'unknown' && found.settings.some(isLocalRemote);
    if (subcommand === 'push' && (hasLocal || args.some(({ text }) => isLocal(text))))
      noteUnfound('the hooks of a remote that lies on this machine', place);
    if (found === 'unknown' || found.settings.some(({ section }) => section.startsWith('include')))
      noteUnfound(
        'hooks of the repository: some of its configuration lies elsewhere, or cannot be read',
        place,
      );
    if (found === 'unknown') continue;
    for (const hook of hooksOf(subcommand))
      if (isFile(join(found.hooks, hook), place)) notes.runs.add(join(found.hooks, hook));
  }
}

/** A path, not an address: `host:path` is none, and neither is a branch. */
const isLocal = (text: string): boolean => /^(file:|\.{0,2}\/)/.test(text) || text === '.' || text === '..';

/** What runs at the far end of such a remote runs here. */
const isLocalRemote = ({ section, key, value }: GitSetting): boolean =>
  section === 'remote' &&
  /^(push)?url$/.test(key) &&
  !/^([a-z][a-z\d+.-]*:|[^/]*:)/i.test(value.replace(/^file:/i, '/'));

const isSubcommand = (text: string, before: string | undefined): boolean =>
  !text.startsWith('-') && !/^(-C|-c|--git-dir|--work-tree|--namespace)$/.test(before ?? '');
