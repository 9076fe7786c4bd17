import { confirm } from '../confirm.ts';
import { print } from '../print.ts';
import { apply, diffOf, keptWords } from './change-files.ts';
import { codexHooksList } from './codex-hooks-list.ts';
import { trustChange } from './codex-trust.ts';

interface TrustOptions {
  readonly home: string;
  readonly cwd: string;
  /** A person said so beforehand. */
  readonly isAgreed: boolean;
}

const BY_HAND =
  'Codex runs no hook that a person has not trusted: start codex, type /hooks, and trust those of Toolgate.';

/** Codex skips a hook without a word until a person trusts it: asks for that, and writes it where Codex looks. */
export async function trustCodex({ home, cwd, isAgreed }: TrustOptions): Promise<void> {
  const hooks = await codexHooksList(home, cwd);
  if (hooks === undefined || hooks.length === 0) return void print(BY_HAND);
  const open = hooks.filter(({ trustStatus }) => trustStatus !== 'trusted' && trustStatus !== 'managed');
  if (open.length === 0) return;
  const change = trustChange(home, open);
  print(diffOf(change));
  if (!isAgreed && !process.stdin.isTTY) return void print(`${BY_HAND} Or run this again with --yes.`);
  if (!isAgreed && !(await confirm('Codex runs a hook only if a person trusts it. Trust those of Toolgate?')))
    return void print(BY_HAND);
  apply(change);
  const words = keptWords(change);
  if (words !== undefined) print(words);
  const after = await codexHooksList(home, cwd);
  const isTrusted = after?.every(({ trustStatus }) => trustStatus === 'trusted');
  print(isTrusted ? 'Codex trusts the hooks of Toolgate now.' : `Codex does not trust them yet. ${BY_HAND}`);
}
