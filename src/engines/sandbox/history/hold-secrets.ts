import { areHarmless } from '../workspace/harmless-settings.ts';
import { askGit } from './ask-git.ts';
import type { ListedObjects } from './list-objects.ts';

/** Who commits settings commits few of them; more are not read. */
const MOST_READ = 200;
const MOST_BYTES = 1_048_576;

/** Whether one of the objects that are hidden may really be a secret: many are settings without a password in them. */
export async function holdSecrets(
  gitDir: string,
  { secret, named }: Pick<ListedObjects, 'secret' | 'named'>,
  limitMs: number,
): Promise<boolean> {
  if (secret.length === 0) return false;
  if (secret.length > MOST_READ || secret.some((id) => !named.has(id))) return true;
  const input = secret.map((id) => `${id}\n`).join('');
  const printed = await askGit(gitDir, ['cat-file', '--batch'], { input, limitMs, mostBytes: MOST_BYTES });
  if (printed === undefined) return true;
  let rest = printed;
  return secret.some((id) => {
    const [header = '', size] = /^\w+ blob (\d+)\n/.exec(rest) ?? [];
    const text = rest.slice(header.length, header.length + Number(size));
    rest = rest.slice(header.length + Number(size) + 1);
    return size === undefined || !areHarmless(named.get(id) ?? '', text);
  });
}
