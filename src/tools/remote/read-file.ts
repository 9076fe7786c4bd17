import * as z from 'zod';
import { textContent } from '../../core/call/content.ts';
import { counted } from '../../core/text/counted.ts';
import { defineTool } from '../../core/tool/tool.ts';
import { host, hostPreview, onHost, remotePath, touchesHost } from './fields.ts';
import { pathsOn, readRisk } from './path-risk.ts';

const MAX_SIZE = 1_048_576;

export const readFile = defineTool({
  name: 'acp_remote_read_file',
  pack: 'remote',
  title: 'Read a remote file',
  description:
    'Read a file of a remote machine, page by page if it is long; go on with offset. Binary ones as base64.',
  input: z.strictObject({
    host,
    path: remotePath.describe('File; ~ is the home'),
    encoding: z.enum(['utf-8', 'ascii', 'base64']).default('utf-8').describe('base64: raw bytes'),
    maxSize: z
      .number()
      .int()
      .min(1)
      .max(10_485_760)
      .default(MAX_SIZE)
      .describe('Refuse a file with more bytes than this'),
    offset: z.number().int().min(0).optional().describe('First byte'),
    length: z.number().int().min(1).optional().describe('Most bytes'),
  }),
  output: z.strictObject({
    path: z.string().describe('Absolute path'),
    content: z.string().describe('The text, or base64'),
    size: z.number().describe('Bytes of the whole file'),
    encoding: z.enum(['utf-8', 'ascii', 'base64']).describe('As asked for'),
    truncated: z.boolean().describe('More follows'),
    nextOffset: z.number().optional().describe('offset of the next part'),
  }),
  isText: true,
  effects: ['read'],
  risk: ({ host: name, path }, judge) => onHost(judge, name, readRisk(path, pathsOn(name, judge))),
  timeoutMs: 60_000,
  touches: touchesHost,
  preview: async ({ host: name, path }, ctx) => hostPreview(`Read ${path}`, name, ctx),
  run: (ctx, { host: name, path, ...options }) => ctx.remote.read(name, path, options),
  toContent: ({ path, content, size, encoding, nextOffset }) => {
    const rest =
      nextOffset === undefined
        ? []
        : [textContent(`[${counted(size, 'byte')} in all; go on with offset ${nextOffset}]`)];
    if (encoding !== 'base64') return [textContent(content), ...rest];
    // As a resource, which unlike text is never cut to fit.
    const resource = {
      uri: `sftp://${encodeURI(path)}`,
      mimeType: 'application/octet-stream',
      blob: content,
    };
    return [
      textContent(`${path} as base64, ${counted(size, 'byte')}`),
      { type: 'resource', resource },
      ...rest,
    ];
  },
});
