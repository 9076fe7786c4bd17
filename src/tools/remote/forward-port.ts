import * as z from 'zod';
import { SHOWN } from '../../core/approval/rule.ts';
import { ToolError } from '../../core/errors.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { host, hostPreview, onHost, touchesHost } from './fields.ts';

const port = z.number().int().min(1).max(65_535);

const forward = z.strictObject({
  forwardId: z.string().describe('To close it by'),
  host: z.string().describe('The other machine'),
  direction: z.enum(['local', 'remote']).describe('local: a port here leads there'),
  targetPort: z.number().describe('Where the service listens'),
  listenPort: z.number().describe('Where it can be reached, on 127.0.0.1'),
  openedAt: z.string().describe('ISO time'),
});

export const forwardPort = defineTool({
  name: 'acp_remote_forward_port',
  pack: 'remote',
  title: 'Forward a port',
  description:
    'Reach a port of a remote machine here (local), or let it reach one of ours (remote); 127.0.0.1 on both sides. Ends with this session.',
  input: z.strictObject({
    host,
    action: z.enum(['open', 'close', 'list']).default('open').describe('What to do'),
    direction: z.enum(['local', 'remote']).default('local').describe('local: a port here leads there'),
    targetPort: port.optional().describe('Port of the service; to open'),
    listenPort: port.optional().describe('Port to reach it by; default: a free one'),
    forwardId: z.string().optional().describe('To close'),
  }),
  output: z.strictObject({ forwards: z.array(forward).describe('Opened, closed, or all of yours') }),
  effects: ['exec', 'network'],
  risk: ({ host: name, action, direction, targetPort, listenPort }, judge) => {
    if (action !== 'open') return { risk: action === 'list' ? 'SAFE' : 'LOW', reasons: [] };
    const found =
      direction === 'local'
        ? ({ risk: 'MEDIUM', reasons: ['opens a way to a service of another machine'] } as const)
        : ({ risk: 'HIGH', reasons: ['lets another machine reach a service of this one'] } as const);
    // Another port is another service.
    const shown = `${SHOWN}${direction} ${targetPort} ${listenPort ?? 'any'}`;
    return { ...onHost(judge, name, found), weighty: [[shown]] };
  },
  onlyReads: ({ action }) => action === 'list',
  timeoutMs: 60_000,
  touches: touchesHost,
  preview: async (
    { host: name, action, direction, targetPort, listenPort = 'a free port', forwardId },
    ctx,
  ) => {
    if (action !== 'open') return `${action} ${forwardId ?? ''}`;
    const [here, there] = direction === 'local' ? ['here', 'there'] : ['there', 'here'];
    return hostPreview(
      `127.0.0.1:${listenPort} ${here} leads to 127.0.0.1:${targetPort} ${there}`,
      name,
      ctx,
    );
  },
  run: async (ctx, { host: name, action, direction, targetPort, listenPort, forwardId }) => {
    if (action === 'list') return { forwards: [...(await ctx.remote.forwards())] };
    if (action === 'close') {
      if (forwardId === undefined) throw missing('forwardId', 'close');
      return { forwards: [await ctx.remote.endForward(forwardId)] };
    }
    if (targetPort === undefined) throw missing('targetPort', 'open');
    return { forwards: [await ctx.remote.forward(name, { direction, targetPort, listenPort })] };
  },
  toText: ({ forwards }) =>
    forwards
      .map(({ forwardId, host: name, direction, targetPort, listenPort }) =>
        direction === 'local'
          ? `${forwardId}: 127.0.0.1:${listenPort} here leads to port ${targetPort} of ${name}`
          : `${forwardId}: 127.0.0.1:${listenPort} on ${name} leads to port ${targetPort} here`,
      )
      .join('\n') || 'No port is forwarded.',
});

const missing = (field: string, action: string): ToolError =>
  new ToolError('VALIDATION', `"${field}" is missing; action "${action}" needs it`);
