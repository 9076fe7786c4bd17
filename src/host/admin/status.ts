import * as z from 'zod';
import { MODES } from '../../core/caller.ts';
import { PACK_NAMES } from '../../core/packs.ts';
import { VERSION } from '../../core/version.ts';
import { defineAct } from './act.ts';

export const status = defineAct({
  name: 'status',
  about: 'The host: its version, what it is doing, what is in force',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({
    version: z.string(),
    pid: z.number(),
    inFlight: z.number(),
    packs: z.array(z.enum(PACK_NAMES)),
    mode: z.enum(MODES),
  }),
  run: (host) => ({
    version: VERSION,
    pid: process.pid,
    inFlight: host.inFlight,
    packs: host.config.packs,
    mode: host.config.permissionLevel,
  }),
});

export const tools = defineAct({
  name: 'tools',
  about: 'The tools that are offered, with their schemas and risk',
  scope: 'tools:call',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({ tools: z.array(z.record(z.string(), z.unknown())) }),
  run: (host, _input, { caller }) => ({
    tools: host.registry.entries
      .filter(({ pack }) => caller.packs.includes(pack))
      .map((entry) => ({ ...entry })),
  }),
});
