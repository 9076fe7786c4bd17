import * as z from 'zod';
import type { Preview, PreviewPart } from '../../core/approval/preview.ts';
import type { Assessment, RiskJudge } from '../../core/call/assessment.ts';
import type { Touch } from '../../core/call/touch.ts';
import { highestRisk } from '../../core/risk.ts';
import type { ToolContext } from '../../core/tool/tool.ts';

/** Names only: an address, a user or a password is never the model's to choose. */
export const host = z
  .string()
  .max(100)
  .default('')
  .describe('Name of a host, see acp_remote_list_hosts; default: the only or default one');

export const remotePath = z.string().min(1).max(4096);

export const mode = z
  .string()
  .regex(/^0?[0-7]{3,4}$/, 'octal permissions such as 0644')
  .transform((text) => Number.parseInt(text, 8));

export const touchesHost = ({ host: name }: { readonly host: string }): readonly Touch[] => [
  { kind: 'host', host: name },
];

/** A host on which these paths are changed. */
export const changesOn = (name: string, ...changes: readonly string[]): Touch => ({
  kind: 'host',
  host: name,
  changes,
});

/** The highest of several, with all their reasons; what no approval lifts stays so. */
export function together(...parts: readonly Assessment[]): Assessment {
  const forbidden = parts.find((part) => part.forbidden !== undefined)?.forbidden;
  return {
    ...parts[0],
    risk: highestRisk(parts.map(({ risk }) => risk)),
    reasons: [...new Set(parts.flatMap(({ reasons }) => reasons))],
    ...(parts.some(({ isSecret }) => isSecret) && { isSecret: true }),
    ...(forbidden !== undefined && { forbidden }),
  };
}

/** What it does, and that a host is reached with it. */
export const onHost = (judge: RiskJudge, name: string, ...parts: readonly Assessment[]): Assessment =>
  together(...parts, judge.remoteHost(name));

type HostPart = Extract<PreviewPart, { kind: 'host' }>;

/** Which machine it is, as a person can check it. */
export async function hostPart(name: string, { remote }: ToolContext): Promise<HostPart> {
  const { name: alias, user, hostname, port, proxyJump, knownKeys } = await remote.describe(name);
  const through = proxyJump === undefined ? {} : { through: proxyJump };
  return { kind: 'host', name: alias, user, address: hostname, port, ...through, keys: [...knownKeys] };
}

export const hostText = ({ name, user, address, port, through, keys }: HostPart): string =>
  `on ${name}: ${user}@${address}:${port}${through === undefined ? '' : ` through ${through}`}\nhost key: ${keys.join(', ') || 'no known host key'}`;

/** What happens there, the machine, and what is written. */
export async function hostPreview(
  words: string,
  name: string,
  ctx: ToolContext,
  content?: string,
): Promise<Preview> {
  const host = await hostPart(name, ctx);
  const more = content === undefined ? [] : [content];
  return {
    text: [`${words}\n${hostText(host)}`, ...more].join('\n\n'),
    parts: [host, { kind: 'text', text: [words, ...more].join('\n\n') }],
  };
}
