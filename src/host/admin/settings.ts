import * as z from 'zod';
import { MODES } from '../../core/call/caller.ts';
import type { Settings } from '../settings.ts';
import { defineAct } from './act.ts';

const permission = z.enum(['allowed', 'confirm', 'blocked']);

const settingsSchema = z.object({
  permissionLevel: z.enum(MODES),
  toolPermissions: z.record(z.string(), permission),
  autoApprove: z.object({ enabled: z.boolean(), tools: z.array(z.string()) }),
  file: z.string().nullable().describe('The configuration file that a change is written to'),
  overridden: z.array(z.string()).describe('Keys that the command line or environment of the host sets'),
}) satisfies z.ZodType<ReturnType<Settings['get']>>;

export const getSettings = defineAct({
  name: 'settings/get',
  about: 'What runs unasked: mode, permissions per tool, automatic approval',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'settings' }],
  input: z.strictObject({}),
  output: settingsSchema,
  run: (host) => host.settings.get(),
});

export const setSettings = defineAct({
  name: 'settings/set',
  about: "Change them in the user's configuration; the next call of every agent obeys",
  scope: 'admin',
  routes: [{ method: 'POST', path: 'settings' }],
  input: z.strictObject({
    permissionLevel: z.enum(MODES).optional(),
    toolPermissions: z
      .record(z.string(), permission.nullable())
      .optional()
      .describe('By tool; null goes back to the default'),
    autoApprove: z
      .strictObject({ enabled: z.boolean().optional(), tools: z.array(z.string()).optional() })
      .optional(),
  }),
  output: settingsSchema,
  run: (host, change) => host.settings.set(change),
});
