import * as z from 'zod';
import { VERSION } from '../../core/process/version.ts';
import { defineTool } from '../../core/tool/tool.ts';

export const getDiagnostics = defineTool({
  name: 'get_diagnostics',
  pack: 'ci',
  title: 'Machine details',
  description: 'Show facts about this machine: system, versions, open directories, programs found, sandbox.',
  input: z.strictObject({}),
  output: z.strictObject({
    os: z.string().describe('Operating system'),
    arch: z.string().describe('Processor architecture'),
    cpus: z.number().describe('Processors'),
    memory: z
      .strictObject({ totalBytes: z.number().describe('All'), freeBytes: z.number().describe('Free') })
      .describe('Memory'),
    node: z.string().describe('Node.js version'),
    toolgate: z.string().describe('Toolgate version'),
    cwd: z.string().optional().describe('Where relative paths start'),
    roots: z.array(z.string()).describe('Open directories'),
    tools: z.record(z.string(), z.string().nullable()).describe('Programs and their versions; null: missing'),
    sandbox: z.enum(['bwrap', 'sandbox-exec', 'none']).describe('What child processes run in'),
    packs: z.array(z.string()).describe('Packs this connection may use'),
    mode: z.string().describe('Permission level of this connection'),
  }),
  effects: ['read'],
  risk: 'SAFE',
  isCore: true,
  aliases: { GetDiagnostics: {} },
  run: async (ctx) => ({
    ...(await ctx.system.facts()),
    toolgate: VERSION,
    ...(ctx.caller.cwd !== undefined && { cwd: ctx.caller.cwd }),
    roots: [...ctx.caller.roots],
    packs: [...ctx.caller.packs],
    mode: ctx.caller.mode,
  }),
  toText: (facts) =>
    [
      `System: ${facts.os}, ${facts.arch}`,
      `Processors: ${facts.cpus}, memory: ${inMegabytes(facts.memory.freeBytes)} of ${inMegabytes(facts.memory.totalBytes)} MB free`,
      `Working directory: ${facts.cwd ?? 'none'}`,
      `Open directories: ${facts.roots.join(', ') || 'none'}`,
      `Node.js ${facts.node}, Toolgate ${facts.toolgate}, mode ${facts.mode}, sandbox ${facts.sandbox}`,
      `Packs: ${facts.packs.join(', ')}`,
      `Programs: ${listed(facts.tools, (version) => version !== null)}`,
      `Missing: ${listed(facts.tools, (version) => version === null)}`,
    ].join('\n'),
});

const inMegabytes = (bytes: number): number => Math.round(bytes / 1_048_576);

const listed = (
  tools: Record<string, string | null>,
  isWanted: (version: string | null) => boolean,
): string =>
  Object.entries(tools)
    .filter(([, version]) => isWanted(version))
    .map(([name, version]) => (version === null ? name : `${name} (${version})`))
    .join(', ') || 'none';
