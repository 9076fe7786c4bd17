import { ToolError } from '../core/errors.ts';
import { entryNumber } from '../core/text/entry-number.ts';
import { defineResource } from '../core/tool/resource.ts';

interface Found {
  readonly entries: readonly {
    readonly seq: number;
    readonly ts: string;
    readonly kind: string;
    readonly body: Readonly<Record<string, unknown>>;
  }[];
}

/** Entries of the record, under the policy of query_audit. */
export const auditEntries = defineResource({
  name: 'audit-entry',
  pack: 'gate',
  title: 'Entry of the record',
  description: 'One recorded call by its number',
  uri: 'toolgate://audit/{seq}',
  mimeType: 'application/json',
  list: async (ctx) => {
    const answer = await ctx.call('query_audit', { limit: 20 });
    if (answer.kind !== 'result' || !answer.ok) return { links: [] };
    // Sound: the gate parsed the answer with the tool's output schema.
    const { entries } = answer.data as unknown as Found;
    const links = entries.map(({ seq, ts, kind, body }) => ({
      uri: `toolgate://audit/${seq}`,
      name: `${seq} ${kind} ${String(body.tool ?? '')} ${ts}`,
    }));
    return { links };
  },
  read: async (uri, { seq = '' }, ctx) => {
    const number = entryNumber(seq);
    if (number === undefined) throw new ToolError('NOT_FOUND', `There is no audit entry ${seq}`);
    const answer = await ctx.call('query_audit', { seq: number });
    if (answer.kind === 'result' && !answer.ok) throw answer.error;
    const [entry] = answer.kind === 'result' ? (answer.data as unknown as Found).entries : [];
    if (!entry) throw new ToolError('NOT_FOUND', `There is no audit entry ${seq}`);
    return [{ uri, mimeType: 'application/json', text: JSON.stringify(entry, null, 2) }];
  },
});
