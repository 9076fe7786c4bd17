import { join } from 'node:path';
import type { AuditFound } from '../../core/audit-query.ts';
import { UsageError } from '../../core/errors.ts';
import type { CommandLine, Flags } from '../../core/flags.ts';
import { type AuditView, openAuditView } from '../../host/audit-view.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { settingsOf } from '../settings.ts';
import { timeOf } from '../time-flag.ts';

type Act = (view: AuditView, flags: Flags) => number;

const ACTS = {
  query: (view, { tool, agent, since, until, failed, limit = 50, json }) => {
    const entries = view.query({ tool, agent, since, until, limit, ...(failed && { failed }) });
    for (const entry of entries.reverse()) print(json ? JSON.stringify(entry) : inWords(entry));
    return 0;
  },
  stats: (view, { json }) => {
    const rows = view.stats();
    if (json) print(JSON.stringify(rows, null, 2));
    else
      for (const row of rows)
        print(
          `${String(row.agent).padEnd(24)} ${String(row.risk).padEnd(9)} ${row.calls} calls, ${row.refused} refused, ${row.asked} asked`,
        );
    return 0;
  },
  verify: (view, { json }) => {
    const { entries, last, problem } = view.verify();
    if (json) print(JSON.stringify({ ok: problem === undefined, entries, last, problem }));
    else
      print(
        problem ??
          `${entries} entries, nothing changed, removed, inserted or cut off. The last is ${last?.seq ?? 0}, hash ${last?.hash ?? '-'}.`,
      );
    return problem === undefined ? 0 : 1;
  },
  export: (view) => {
    for (const row of view.rows()) print(JSON.stringify(row));
    return 0;
  },
} satisfies Record<string, Act>;

/** query | stats | verify | export; needs no host. */
export async function audit({ words, flags }: CommandLine): Promise<number> {
  const [name = 'query'] = words;
  // Sound: whoever came here said one of these.
  const act: Act = ACTS[name as keyof typeof ACTS];
  const span = { since: timeOf('--since', flags.since), until: timeOf('--until', flags.until) };
  const dataDir = dataDirOf(await settingsOf(flags));
  const view = openAuditView(join(dataDir, 'audit.db'), dataDir, process.env.XDG_STATE_HOME);
  try {
    return act(view, { ...flags, ...span });
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new UsageError(
      `The record cannot be read: ${error.message}. toolgate audit verify says from where on.`,
    );
  } finally {
    view.close();
  }
}

/** What SQLite or JSON says of a file that somebody else wrote into. */
const isDamage = (error: unknown): error is Error =>
  error instanceof SyntaxError ||
  (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR');

function inWords({ seq, ts, kind, body }: AuditFound): string {
  const ending =
    body.ok === undefined ? '' : body.ok === true ? 'ok' : `${String(body.code)}: ${String(body.message)}`;
  return `${String(seq).padStart(6)} ${ts} ${kind.padEnd(8)} ${String(body.risk ?? '-').padEnd(8)} ${String(body.tool ?? '').padEnd(24)} ${String(body.principal ?? '')} ${ending}`;
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);
