import { APPROVAL_SCOPES, type Approval } from '../../core/approval/approval.ts';
import { UsageError } from '../../core/errors.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { readOwner } from '../../host/ownership.ts';
import { approvalCard, approvalLine } from '../cards/card-text.ts';
import { confirmCritical } from '../cards/confirm-critical.ts';
import { watchApprovals } from '../cards/watch.ts';
import { type HostClient, withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { choiceFlag, switchFlag, textFlag } from '../line/flag.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import { parseArguments } from '../parse-arguments.ts';
import { print, printJson, printLines } from '../print.ts';
import { settingsOf } from '../settings.ts';

const ANSWER_FLAGS = {
  scope: choiceFlag('scope', APPROVAL_SCOPES, 'how far the answer reaches; the card says how far it may'),
  feedback: textFlag('feedback', {
    value: 'TEXT',
    takes: 'a text',
    about: 'what the agent should do instead, or know',
  }),
};

export const approvals = defineGroup({
  name: 'approvals',
  section: 'decide',
  about: 'answer what agents ask',
  more: 'ID may be the first characters of one.',
  acts: {
    list: defineAct({
      about: 'what waits for you',
      flags: { watch: switchFlag('watch', 'show each card as it comes and answer it with a key') },
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          if (flags.watch) return watchApprovals(client);
          const { approvals: all } = (await client.request('admin/approvals/list', {})) as {
            approvals: Approval[];
          };
          if (flags.json) return printJson(all);
          return all.length === 0 ? print('Nothing waits for you.') : printLines(all.map(approvalLine));
        }),
    }),
    show: defineAct({
      about: 'the whole card',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          const found = await wholeOf(await find(client, id), client);
          return flags.json ? printJson(found) : print(approvalCard(found));
        }),
    }),
    approve: defineAct({
      about: 'allow it',
      words: 'ID',
      flags: {
        ...ANSWER_FLAGS,
        args: textFlag('args', {
          value: 'JSON',
          takes: 'a JSON object',
          about: 'run it with these arguments instead',
        }),
      },
      run: ({ words: [id = ''], flags }) =>
        decide(
          id,
          flags,
          {
            verdict: 'approve',
            ...(flags.args !== undefined && { editedArgs: parseArguments(flags.args) }),
          },
          async (found, client) =>
            // A script names the id for somebody who has read the card.
            found.risk === 'CRITICAL' && process.stdin.isTTY && confirmCritical(await wholeOf(found, client)),
        ),
    }),
    deny: defineAct({
      about: 'refuse it',
      words: 'ID',
      flags: ANSWER_FLAGS,
      run: ({ words: [id = ''], flags }) => decide(id, flags, { verdict: 'deny' }),
    }),
    link: defineAct({
      about: 'a web address that answers this one question, for another device',
      words: 'ID',
      run: ({ words: [id = ''], flags }) =>
        withClient(flags, async (client) => {
          const address = readOwner(dataDirOf(await settingsOf(flags)))?.address;
          if (address === undefined)
            throw new UsageError('A link needs a host that serves HTTP; start one with toolgate serve.');
          const { path } = await client.request('admin/approvals/link', { id: (await find(client, id)).id });
          return print(`${address}${String(path)}`);
        }),
    }),
  },
});

type AnswerFlags = SharedFlags & { scope: Approval['scope'] | undefined; feedback: string | undefined };

const decide = (
  id: string,
  flags: AnswerFlags,
  answer: object,
  check?: (approval: Approval, client: HostClient) => Promise<unknown>,
): Promise<number> =>
  withClient(flags, async (client) => {
    const found = await find(client, id);
    await check?.(found, client);
    const decided = await client.request('admin/approvals/decide', {
      id: found.id,
      scope: flags.scope ?? 'once',
      ...(flags.feedback !== undefined && { feedback: flags.feedback }),
      ...answer,
    });
    if (flags.json) return printJson(decided);
    return print(`${String(decided.status)} (${String(decided.scope)}): ${found.tool}`);
  });

/** Lists shorten what is long. */
const wholeOf = async ({ id }: Approval, client: HostClient): Promise<Approval> =>
  // Sound: the act answers an approval.
  (await client.request('admin/approvals/get', { id })) as unknown as Approval;

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
