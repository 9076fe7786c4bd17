import * as z from 'zod';
import { UsageError } from '../../core/errors.ts';
import { SECRET_NAME } from '../../core/secret-store.ts';
import { defineAct } from './act.ts';

const name = z
  .string()
  .regex(SECRET_NAME, 'letters, digits, ".", "_", "/" and "-", at most 100')
  .describe('Name that workflows and settings refer to');

const info = z.object({ name: z.string(), createdAt: z.string(), updatedAt: z.string() });

export const listSecrets = defineAct({
  name: 'secrets/list',
  about: 'The names of stored secrets; their values are never shown',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'secrets' }],
  input: z.strictObject({}),
  output: z.object({ secrets: z.array(info) }),
  run: (host) => ({ secrets: host.secrets.list() }),
});

export const setSecret = defineAct({
  name: 'secrets/set',
  about: 'Store a secret, or replace its value',
  scope: 'admin',
  secrets: ['value'],
  input: z.strictObject({ name, value: z.string().min(1).max(65_536) }),
  output: info,
  run: (host, secret) => host.secrets.set(secret.name, secret.value),
});

export const removeSecret = defineAct({
  name: 'secrets/remove',
  about: 'Remove a stored secret',
  scope: 'admin',
  input: z.strictObject({ name }),
  output: z.object({ name: z.string() }),
  run: async (host, secret) => {
    if (!(await host.secrets.remove(secret.name)))
      throw new UsageError(`There is no secret "${secret.name}".`);
    return { name: secret.name };
  },
});
