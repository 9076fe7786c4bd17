import * as z from 'zod';
import type { PreviewPart } from '../../core/approval/preview.ts';
import { RISKS } from '../../core/risk.ts';

const step = z.object({
  path: z.string(),
  name: z.string(),
  does: z.string().describe('The tool it calls, or what it waits for'),
  needs: z.array(z.string()),
  when: z.string().exactOptional(),
  risk: z.enum(RISKS),
  reasons: z.array(z.string()),
  text: z.string().exactOptional().describe('What the call itself shows'),
});

/** What a person is shown of a call, as data. */
export const previewPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), text: z.string(), directory: z.string() }),
  z.object({
    kind: z.literal('script'),
    directory: z.string(),
    commands: z.array(z.string()),
    scripts: z.array(z.object({ name: z.string(), directory: z.string(), command: z.string() })),
  }),
  z.object({ kind: z.literal('steps'), title: z.string().exactOptional(), steps: z.array(step) }),
  z.object({
    kind: z.literal('request'),
    method: z.string(),
    url: z.string(),
    headers: z.array(z.string()).describe('Name and value, secrets masked'),
    body: z.string(),
    signedWith: z.string().exactOptional().describe('Name of the stored secret'),
  }),
  z.object({
    kind: z.literal('host'),
    name: z.string(),
    user: z.string(),
    address: z.string(),
    port: z.number(),
    through: z.string().exactOptional(),
    keys: z.array(z.string()).describe('Fingerprints that are known'),
  }),
  z.object({ kind: z.literal('text'), text: z.string() }),
]) satisfies z.ZodType<PreviewPart>;
