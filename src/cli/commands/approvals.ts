import { APPROVAL_SCOPES, type Approval, type ApprovalScope } from '../../core/approval.ts';
import { UsageError } from '../../core/errors.ts';
import type { CommandLine, Flags } from '../../core/flags.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { readOwner } from '../../host/ownership.ts';
import { approvalCard, approvalLine } from '../approval-card.ts';
import { connectClient, type HostClient } from '../host-client.ts';
import { settingsOf } from '../settings.ts';
import { watchApprovals } from '../watch-approvals.ts';
import { parseArguments } from './call.ts';

/** list | show ID | approve ID | deny ID | link ID | --watch. */
export async function approvals({ words, flags }: CommandLine): Promise<number> {
  const [act = 'list', id] = words;
  if (act !== 'list' && id === undefined)
    throw new UsageError(`Which approval? toolgate approvals ${act} ID`);
  const client = await connectClient(flags);
  try {
    if (flags.watch) return await watchApprovals(client);
    if (act === 'list') return await list(client, flags);
    const found = await find(client, id ?? '');
    if (act === 'show') return print(flags.json ? JSON.stringify(found, null, 2) : approvalCard(found));
    if (act === 'link') return print(await linkTo(client, found, flags));
    const decided = await client.request('admin/approvals/decide', {
      id: found.id,
      verdict: act === 'approve' ? 'approve' : 'deny',
      scope: scopeOf(flags),
      ...(flags.feedback !== undefined && { feedback: flags.feedback }),
      ...(flags.args !== undefined && { editedArgs: parseArguments(flags.args) }),
    });
    return print(
      flags.json
        ? JSON.stringify(decided, null, 2)
        : `${String(decided.status)} (${String(decided.scope)}): ${found.tool}`,
    );
  } finally {
    client.close();
  }
}

/** For a person at another device: whoever has the link can answer this one question. */
async function linkTo(client: HostClient, { id }: Approval, flags: Flags): Promise<string> {
  const address = readOwner(dataDirOf(await settingsOf(flags)))?.address;
  if (address === undefined)
    throw new UsageError('A link needs a host that serves HTTP; start one with toolgate serve.');
  const { path } = await client.request('admin/approvals/link', { id });
  return `${address}${String(path)}`;
}

async function list(client: HostClient, { json }: Flags): Promise<number> {
  const all = await pending(client);
  if (json) return print(JSON.stringify(all, null, 2));
  if (all.length === 0) return print('Nothing waits for you.');
  return print(all.map(approvalLine).join('\n'));
}

const pending = async (client: HostClient): Promise<Approval[]> =>
  (await client.request('admin/approvals/list', { status: 'pending' })).approvals as Approval[];

/** By id, or by the beginning of one. */
async function find(client: HostClient, id: string): Promise<Approval> {
  const { approvals: all } = (await client.request('admin/approvals/list', { status: 'all' })) as {
    approvals: Approval[];
  };
  const fitting = all.filter((approval) => approval.id.startsWith(id));
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  throw new UsageError(
    fitting.length === 0
      ? `There is no approval "${id}"; toolgate approvals lists those that wait.`
      : `"${id}" fits ${fitting.length} approvals; give more of it.`,
  );
}

function scopeOf({ scopes }: Flags): ApprovalScope {
  const [given = 'once'] = scopes;
  const scope = APPROVAL_SCOPES.find((known) => known === given);
  if (scope === undefined)
    throw new UsageError(`--scope is "${given}"; there are ${APPROVAL_SCOPES.join(', ')}.`);
  return scope;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}
