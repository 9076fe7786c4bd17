import * as z from 'zod';
import { requiresConfirmation } from '../../core/approval/requires-confirmation.ts';
import { MODES } from '../../core/call/caller.ts';
import { VERSION } from '../../core/process/version.ts';
import { PACK_NAMES } from '../../core/tool/packs.ts';
import { callerInProject } from '../tool-definitions.ts';
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
    roots: z.array(z.string()).describe('The directories that are open to agents'),
  }),
  run: (host) => ({
    version: VERSION,
    pid: process.pid,
    inFlight: host.inFlight,
    packs: host.config.packs,
    mode: host.config.permissionLevel,
    roots: [...host.rights.openToAll()],
  }),
});

export const tools = defineAct({
  name: 'tools',
  about: 'The tools that are offered, with their schemas, their risk, and whether they need a confirmation',
  scope: 'tools:call',
  isRead: true,
  input: z.strictObject({
    projectPath: z.string().optional().describe('As they are inside this project'),
  }),
  output: z.object({ tools: z.array(z.record(z.string(), z.unknown())) }),
  run: async (host, { projectPath }, { caller }) => {
    const inside =
      projectPath === undefined ? caller : await callerInProject(caller, host.config, projectPath);
    return {
      tools: host.registry.entries
        .filter(({ pack }) => inside.packs.includes(pack))
        .map((entry) => ({
          ...entry,
          category: entry.pack,
          requiresConfirmation: requiresConfirmation(entry, inside),
        })),
    };
  },
});
