import * as z from 'zod';
import { counted } from '../../core/text/counted.ts';
import type { ToolContext } from '../../core/tool/tool.ts';

export const transferOutput = z.strictObject({
  path: z.string().describe('Absolute path of the new file'),
  bytes: z.number().describe('Its size'),
  sha256: z.string().describe('Its hash'),
  resumedAt: z.number().describe('Bytes an earlier attempt had transferred; 0: none'),
  verified: z.boolean().describe('Both machines have the same hash'),
});

export const verify = z.boolean().default(true).describe('Compare the hashes of both machines afterwards');

export const transferText = ({ path, bytes, resumedAt, verified }: z.output<typeof transferOutput>): string =>
  `${path}, ${counted(bytes, 'byte')}${resumedAt > 0 ? `, gone on at ${resumedAt}` : ''}${verified ? ', hash compared' : ''}`;

const PAUSE_MS = 200;

/** Tells how far it is, a few times a second. */
export function transferProgress(ctx: Pick<ToolContext, 'progress'>) {
  let toldAt = 0;
  return (done: number, total: number): void => {
    const now = performance.now();
    if (now - toldAt < PAUSE_MS) return;
    toldAt = now;
    ctx.progress(done, total);
  };
}
