import * as z from 'zod';
import { PROCESS_STATUSES } from '../../core/process/process-record.ts';
import { defineAct } from './act.ts';
import { throughGate } from './through-gate.ts';

const processId = z.string().min(1);

const processSchema = z.object({
  processId: z.string(),
  name: z.string(),
  command: z.string(),
  cwd: z.string(),
  pid: z.number(),
  host: z.string().exactOptional().describe('The remote host it runs on'),
  status: z.enum(PROCESS_STATUSES),
  startedAt: z.string(),
  endedAt: z.string().exactOptional(),
  exitCode: z.number().nullable().exactOptional(),
  signal: z.string().exactOptional(),
  ports: z.array(z.number()).describe('TCP ports it listens on'),
  url: z.string().exactOptional().describe('The address it printed'),
  restarts: z.number(),
  notRestarted: z.string().exactOptional().describe('Why it was not started again'),
  keepAlive: z.boolean(),
  sandbox: z.string(),
});

export const listProcesses = defineAct({
  name: 'processes/list',
  about: 'The background processes of all agents, the newest first',
  scope: 'admin',
  isRead: true,
  routes: [{ method: 'GET', path: 'processes' }],
  input: z.strictObject({}),
  output: z.object({
    processes: z.array(
      processSchema.extend({
        principal: z.string(),
        client: z.string(),
        usage: z
          .object({ cpuMs: z.number().describe('Processor time since it started'), memoryBytes: z.number() })
          .exactOptional(),
      }),
    ),
  }),
  run: async (host) => ({ processes: await host.processAdmin.list() }),
});

export const showProcessOutput = defineAct({
  name: 'processes/output',
  about: 'What a background process printed, line by line, without secrets',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({
    processId,
    tailLines: z.number().int().min(1).max(5000).default(500),
    sinceSeq: z.number().int().min(0).optional().describe('The lines from this one on'),
  }),
  output: z.object({
    lines: z.array(
      z.object({
        seq: z.number(),
        stream: z.string(),
        text: z.string(),
        ansi: z.string().exactOptional().describe('The same with its colours'),
        ts: z.string(),
      }),
    ),
    nextSeq: z.number().describe('Where to go on'),
    dropped: z.number().describe('Lines that were asked for and are gone'),
    status: z.enum(PROCESS_STATUSES),
    prompt: z.string().exactOptional().describe('What stands behind the last line end'),
  }),
  run: (host, { processId: id, ...wanted }) => host.processAdmin.output(id, { ...wanted, inColour: true }),
});

export const typeIntoProcess = defineAct({
  name: 'processes/type',
  about: 'Type into a background process of any agent; it passes the gate as every call does',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({
    processId,
    input: z.string().max(65_536),
    pressEnter: z.boolean().default(true).describe('Add a line ending'),
  }),
  output: z.object({
    approvalId: z.string().nullable().describe('The question to answer first; then the same act again'),
  }),
  run: async (host, input, actor) => {
    const { approvalId } = await throughGate(host, 'shell_send_input', input, actor);
    return { approvalId };
  },
});

export const stopProcess = defineAct({
  name: 'processes/stop',
  about: 'Stop a background process of any agent',
  scope: 'admin',
  input: z.strictObject({ processId }),
  output: processSchema,
  run: (host, { processId: id }) => host.processAdmin.stop(id),
});
