import type { AuditFound } from '../core/call/audit-query.ts';

type Data = Readonly<Record<string, unknown>>;

/** Entries for a person, one line each: an intent says nothing that the outcome beside it does not. */
export function auditLines(entries: readonly AuditFound[]): string[] {
  const closed = new Set(entries.filter(isEnd).map(({ callId }) => callId));
  return entries.filter((entry) => !isBeginning(entry) || !closed.has(entry.callId)).map(auditLine);
}

const isEnd = ({ kind, body }: AuditFound): boolean =>
  kind === 'outcome' || (kind === 'admin' && body.ok === false);

const isBeginning = (entry: AuditFound): boolean =>
  entry.kind === 'intent' || (entry.kind === 'admin' && !isEnd(entry));

/** When, what came of it, what was done, by whom, and who let it. */
function auditLine({ seq, ts, kind, body }: AuditFound): string {
  const columns = [
    String(seq).padStart(6),
    ts,
    resultOf(kind, body).padEnd(16),
    String(body.risk ?? '-').padEnd(8),
    String(body.tool ?? '').padEnd(22),
    whatIn(kind, body).padEnd(40),
    [body.client ?? body.principal ?? '', ...(body.subagent === undefined ? [] : [body.subagent])].join('/'),
  ];
  const why = whyOf(kind, body);
  return `${columns.join(' ')}${why === '' ? '' : `  (${why.replaceAll(/\s+/g, ' ')})`}`;
}

/** Of what was set aside, every name: one of them may be the reader's own. */
function whatIn(kind: AuditFound['kind'], body: Data): string {
  if (kind === 'set_aside') return [body.setAside ?? []].flat().map(String).join(', ');
  return shortened(kind === 'admin' ? changeOf(body) : whatOf(body), 60);
}

/** How a call ended; the kind of the row where it has not. */
function resultOf(kind: AuditFound['kind'], { ok, code, verdict, transport }: Data): string {
  if (kind === 'decision' && ok !== false) return verdict === 'approve' ? 'approved' : 'denied';
  if (kind === 'admin') return ok === false ? String(code) : 'changed';
  if (kind === 'set_aside') return 'set aside';
  if (ok === true) return 'ok';
  if (ok === false) return String(code);
  // What an agent runs itself is known only by what its client reports.
  return kind === 'intent' ? (transport === 'hook' ? 'no outcome' : 'started') : kind;
}

function whyOf(kind: AuditFound['kind'], { decision, rule, by, via, scope, message, ok }: Data): string {
  if (kind === 'decision' && ok !== false) return `${String(scope)}, by ${String(by)} through ${String(via)}`;
  if (kind === 'set_aside') return String(message);
  if (kind === 'admin')
    return [`by ${String(by)} through ${String(via)}`, ...(ok === false ? [String(message)] : [])].join('; ');
  const decided = decision === undefined ? '' : `${String(decision)}: ${String(rule ?? '-')}`;
  return [decided, ...(ok === false ? [String(message)] : [])].filter((part) => part !== '').join('; ');
}

/** What a person changed, word by word. */
const changeOf = ({ args }: Data): string =>
  Object.entries((args ?? {}) as Data)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');

/** The command, or the path, or whatever else the call was about. */
function whatOf({ args, touches }: Data): string {
  const given = (typeof args === 'object' && args !== null ? args : {}) as Data;
  const named = ['command', 'argv', 'scriptName', 'url', 'path', 'query', 'pattern', 'branch', 'name']
    .map((name) => given[name])
    .find((value) => value !== undefined && value !== null && value !== '');
  if (named !== undefined) return [named].flat().map(String).join(' ');
  const [touch] = (Array.isArray(touches) ? touches : []) as { path?: string; url?: string; host?: string }[];
  if (touch) return touch.path ?? touch.url ?? touch.host ?? '';
  const [first] = Object.values(given).filter((value) => typeof value === 'string' && value !== '');
  return typeof first === 'string' ? first : '';
}

function shortened(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 3)}...` : line;
}
