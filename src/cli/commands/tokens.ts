import { UsageError } from '../../core/errors.ts';
import type { CommandLine, Flags } from '../../core/flags.ts';
import { SCOPES } from '../../core/scopes.ts';
import { expiryOf } from '../expiry.ts';
import { connectClient, type HostClient } from '../host-client.ts';

type Data = Record<string, unknown>;

/** create NAME | list | revoke NAME. */
export async function tokens({ words, flags }: CommandLine): Promise<number> {
  const [act, given] = words;
  const name = given ?? flags.name;
  if (act === undefined) throw new UsageError('Say create NAME, list or revoke NAME: toolgate help tokens.');
  if (act !== 'list' && name === undefined) throw new UsageError(`Which token? toolgate tokens ${act} NAME`);
  const wanted = scopesOf(flags);
  const expiresAt = expiryOf(flags.expiresIn);
  const client = await connectClient(flags);
  try {
    if (act === 'list') return await list(client, flags);
    const result = await client.request(
      `admin/tokens/${act}`,
      act === 'create' ? { name, scopes: wanted, ...(expiresAt !== undefined && { expiresAt }) } : { name },
    );
    if (flags.json) print(JSON.stringify(result, null, 2));
    else if (act === 'create')
      print(`${String(result.secret)}\nThis is shown only once; send it as "Authorization: Bearer <token>".`);
    else print(`Revoked ${String(result.name)}.`);
    return 0;
  } finally {
    client.close();
  }
}

async function list(client: HostClient, { json }: Flags): Promise<number> {
  const { tokens: all } = (await client.request('admin/tokens/list', {})) as { tokens: Data[] };
  if (json) print(JSON.stringify(all, null, 2));
  else if (all.length === 0) print('There are no tokens; toolgate tokens create NAME makes one.');
  for (const { name, scopes, createdAt, lastUsedAt, revokedAt, expiresAt } of json ? [] : all) {
    const state = stateOf(revokedAt, expiresAt).padEnd(34);
    print(
      `${String(name).padEnd(20)} ${(scopes as string[]).join(' ').padEnd(24)} ${state} created ${String(createdAt)}, used ${String(lastUsedAt ?? 'never')}`,
    );
  }
  return 0;
}

function stateOf(revokedAt: unknown, expiresAt: unknown): string {
  if (revokedAt) return `revoked ${String(revokedAt)}`;
  if (!expiresAt) return 'valid';
  return `${String(expiresAt) > new Date().toISOString() ? 'expires' : 'expired'} ${String(expiresAt)}`;
}

function scopesOf({ scopes }: Flags): string[] {
  const wanted = scopes.flatMap((scope) => scope.split(','));
  for (const scope of wanted)
    if (!SCOPES.some((known) => known === scope))
      throw new UsageError(`There is no scope "${scope}"; there are ${SCOPES.join(', ')}.`);
  return wanted.length > 0 ? wanted : ['tools:call'];
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
