import { SCOPES } from '../../core/approval/scopes.ts';
import { UsageError } from '../../core/errors.ts';
import { expiryOf } from '../expiry.ts';
import { withClient } from '../host-client.ts';
import { inColumns } from '../in-columns.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { type Flag, listFlag } from '../line/flag.ts';
import { expiresFlag } from '../line/flags.ts';
import { print, printJson, printLines, say } from '../print.ts';

type Data = Record<string, unknown>;

const scopesFlag: Flag<readonly string[]> = {
  ...listFlag('scope', {
    value: 'SCOPE',
    takes: SCOPES.join(', '),
    about: `${SCOPES.join(', ')} (repeatable; the first is the default)`,
  }),
  choices: SCOPES,
  read: (texts) => {
    const wanted = texts.flatMap((text) => text.split(','));
    for (const scope of wanted)
      if (!SCOPES.some((known) => known === scope))
        throw new UsageError(`There is no scope "${scope}"; there are ${SCOPES.join(', ')}.`);
    return wanted.length > 0 ? wanted : ['tools:call'];
  },
};

export const tokens = defineGroup({
  name: 'tokens',
  section: 'manage',
  about: 'manage bearer tokens for HTTP clients',
  more: 'Give each agent a token of its own: the record knows it by that name.',
  acts: {
    list: defineAct({
      about: 'show them',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const { tokens: all } = (await client.request('admin/tokens/list', {})) as { tokens: Data[] };
          if (flags.json) return printJson(all);
          if (all.length === 0) return say('There are no tokens; toolgate tokens create NAME makes one.');
          return printLines(inColumns(all.map(tokenCells)));
        }),
    }),
    create: defineAct({
      about: 'make one; it is shown only once',
      words: 'NAME',
      flags: { scopes: scopesFlag, expiresIn: expiresFlag },
      run: ({ words: [name = ''], flags }) => {
        const expiresAt = expiryOf(flags.expiresIn);
        return withClient(flags, async (client) => {
          const token = { name, scopes: flags.scopes, ...(expiresAt !== undefined && { expiresAt }) };
          const created = await client.request('admin/tokens/create', token);
          if (flags.json) return printJson(created);
          return print(
            `${String(created.secret)}\nThis is shown only once; send it as "Authorization: Bearer <token>".`,
          );
        });
      },
    }),
    revoke: defineAct({
      about: 'end one at once',
      words: 'NAME',
      run: ({ words: [name = ''], flags }) =>
        withClient(flags, async (client) => {
          const revoked = await client.request('admin/tokens/revoke', { name });
          return flags.json ? printJson(revoked) : print(`Revoked ${String(revoked.name)}.`);
        }),
    }),
  },
});

const tokenCells = ({ name, scopes, createdAt, lastUsedAt, revokedAt, expiresAt }: Data): string[] => [
  String(name),
  (scopes as string[]).join(' '),
  stateOf(revokedAt, expiresAt),
  `created ${String(createdAt)}, used ${String(lastUsedAt ?? 'never')}`,
];

function stateOf(revokedAt: unknown, expiresAt: unknown): string {
  if (revokedAt) return `revoked ${String(revokedAt)}`;
  if (!expiresAt) return 'valid';
  return `${String(expiresAt) > new Date().toISOString() ? 'expires' : 'expired'} ${String(expiresAt)}`;
}
