import * as z from 'zod';
import { callerWith } from '../agent.ts';
import { defineAct } from './act.ts';
import { throughGate } from './through-gate.ts';

export const listHostOwners = defineAct({
  name: 'hosts/owners',
  about: 'Whose hosts there are: those of your own agents, and those of each token',
  scope: 'admin',
  isRead: true,
  input: z.strictObject({}),
  output: z.object({
    owners: z.array(z.object({ principal: z.string(), isYou: z.boolean() })),
  }),
  run: ({ config, tokens }) => ({
    owners: [
      { principal: ownPrincipal(config), isYou: true },
      ...tokens.list().map(({ name }) => ({ principal: `token:${name}`, isYou: false })),
    ],
  }),
});

export const listHostFiles = defineAct({
  name: 'hosts/files',
  about: 'A directory of one of your own hosts; it passes the gate as every call does',
  scope: 'admin',
  isRecorded: false,
  input: z.strictObject({ name: z.string().min(1).max(100), path: z.string().min(1).max(4096) }),
  output: z.object({
    path: z.string(),
    entries: z.array(
      z.object({
        name: z.string(),
        path: z.string(),
        type: z.string(),
        size: z.number(),
        modified: z.string(),
      }),
    ),
    isTruncated: z.boolean(),
    approvalId: z.string().nullable().describe('The question to answer first; then the same act again'),
  }),
  run: async (host, { name, path }, actor) => {
    // The hosts are those of the person's own agents; the record says who looked.
    const caller = {
      ...actor.caller,
      principal: ownPrincipal(host.config),
      onBehalfOf: actor.caller.principal,
    };
    const args = { host: name, path, limit: 1000 };
    const { data, approvalId } = await throughGate(host, 'acp_remote_list_files', args, { ...actor, caller });
    if (data === null) return { path, entries: [], isTruncated: false, approvalId };
    // Sound: the tool answers what its schema says.
    const { entries, truncated } = data as { entries: Listed[]; truncated: boolean };
    return { path: String(data.path), entries, isTruncated: truncated, approvalId: null };
  },
});

interface Listed {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly modified: string;
}

const ownPrincipal = (config: Parameters<typeof callerWith>[0]): string =>
  callerWith(config, 'cli', {}).principal;
