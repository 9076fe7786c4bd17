import * as z from 'zod';
import { SCOPES } from '../../core/approval/scopes.ts';
import { defineAct } from './act.ts';

const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});

export const listTokens = defineAct({
  name: 'tokens/list',
  about: 'The bearer tokens there are; never their secrets',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'tokens' }],
  input: z.strictObject({}),
  output: z.object({ tokens: z.array(tokenSchema) }),
  run: (host) => ({ tokens: host.tokens.list() }),
});

export const createToken = defineAct({
  name: 'tokens/create',
  about: 'Make a bearer token; the answer is the only place that shows its secret',
  scope: 'admin',
  routes: [{ method: 'POST', path: 'tokens' }],
  input: z.strictObject({
    name: z.string().describe('The name the record knows its holder by'),
    scopes: z.array(z.enum(SCOPES)).min(1).default(['tools:call']),
    expiresAt: z.iso.datetime().optional(),
  }),
  output: tokenSchema.extend({ secret: z.string() }),
  run: (host, token) => host.tokens.create(token),
});

export const revokeToken = defineAct({
  name: 'tokens/revoke',
  about: 'End a token at once, with the streams that are open on it',
  scope: 'admin',
  input: z.strictObject({ name: z.string().describe('Its name or id') }),
  output: tokenSchema,
  run: (host, { name }) => host.tokens.revoke(name),
});
