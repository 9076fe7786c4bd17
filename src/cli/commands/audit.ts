import { UsageError } from '../../core/errors.ts';
import { counted } from '../../core/text/counted.ts';
import {
  type AuditView,
  auditPublicKey,
  openAuditView,
  openedArguments,
  type Verification,
} from '../../host/audit-view.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { verifyExportFile } from '../../host/verify-export.ts';
import { auditLines } from '../audit-line.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { countFlag, switchFlag, textFlag } from '../line/flag.ts';
import { SPAN_FLAGS } from '../line/flags.ts';
import type { SharedFlags } from '../line/shared-flags.ts';
import { print, printJson, printLines } from '../print.ts';
import { settingsOf } from '../settings.ts';

/** Needs no host. */
export const audit = defineGroup({
  name: 'audit',
  section: 'record',
  about: 'query, verify and export the record of every call',
  acts: {
    query: defineAct({
      about: 'what was done, by whom, and what came of it',
      flags: {
        tool: textFlag('tool', { value: 'NAME', takes: 'the name of a tool', about: 'only this tool' }),
        agent: textFlag('agent', {
          value: 'NAME',
          takes: 'the name of an agent',
          about: 'only this agent: principal, client or session',
        }),
        client: textFlag('client', {
          value: 'NAME',
          takes: 'the name of a client',
          about: 'only this client, with its own tools and ours',
        }),
        failed: switchFlag('failed', 'only what was refused or went wrong'),
        ...SPAN_FLAGS,
        limit: countFlag('limit', 'the newest N entries (default 50)'),
      },
      run: ({ flags }) =>
        withRecord(flags, (view) => {
          const { tool, agent, client, since, until, failed, limit = 50, json } = flags;
          const newest = (count: number) =>
            view
              .query({ tool, agent, client, since, until, limit: count, ...(failed && { failed }) })
              .reverse();
          // For a person, the beginning and the end of a call are one line.
          if (!json) return printLines(auditLines(newest(2 * limit)).slice(-limit));
          for (const entry of newest(limit)) print(JSON.stringify(entry));
          return 0;
        }),
    }),
    reveal: defineAct({
      about: 'all arguments of what ran in entry NUMBER, with what the record masks as a secret',
      words: 'NUMBER',
      run: async ({ words: [number = ''], flags }) => {
        const dataDir = dataDirOf(await settingsOf(flags));
        return withRecord(flags, (view) => {
          const [entry] = /^[1-9]\d{0,14}$/.test(number) ? view.query({ seq: Number(number), limit: 1 }) : [];
          if (!entry)
            throw new UsageError(`There is no entry "${number}"; toolgate audit query shows the numbers.`);
          const { args } = entry.body;
          const text =
            openedArguments(dataDir, entry) ?? (args === undefined ? undefined : JSON.stringify(args));
          if (text === undefined)
            throw new UsageError(
              `Entry ${number} holds no arguments of a call; the entry where its call begins does.`,
            );
          return print(flags.json ? text : JSON.stringify(JSON.parse(text), null, 2));
        });
      },
    }),
    stats: defineAct({
      about: 'calls, refusals and questions by agent and risk',
      run: ({ flags }) =>
        withRecord(flags, (view) => {
          const rows = view.stats();
          if (flags.json) return printJson(rows);
          return printLines(
            rows.map(
              ({ agent, risk, calls, refused, asked }) =>
                `${String(agent).padEnd(24)} ${String(risk).padEnd(9)} ${counted(Number(calls), 'call')}, ${refused} refused, ${asked} asked`,
            ),
          );
        }),
    }),
    verify: defineAct({
      about:
        'exit code 1 if an entry of the record, or of FILE, a signed export, was changed, removed, inserted or cut off',
      words: '[FILE]',
      flags: {
        key: textFlag('key', {
          value: 'FILE',
          takes: 'the path of a public key',
          about: 'with FILE: the public key it must be signed with',
        }),
      },
      run: async ({ words: [file], flags }) =>
        file === undefined
          ? withRecord(flags, (view) => printVerification(view.verify(), flags))
          : printVerification(verifyExportFile(file, flags.key), flags),
    }),
    export: defineAct({
      about: 'every entry as JSON lines',
      flags: { signed: switchFlag('signed', 'with signatures, to verify it on another machine') },
      run: ({ flags }) =>
        withRecord(flags, (view) => {
          for (const line of flags.signed ? view.signed() : view.lines()) print(line);
          return 0;
        }),
    }),
    key: defineAct({
      about: 'the public key that verifies signed exports',
      run: async ({ flags }) => {
        const key = auditPublicKey(process.env);
        return flags.json ? printJson(key) : print(key.pem.trimEnd());
      },
    }),
  },
});

function printVerification(
  { entries, first, last, problem, anchors }: Verification & { readonly anchors?: number },
  { json }: Pick<SharedFlags, 'json'>,
): number {
  const ok = problem === undefined;
  if (json) print(JSON.stringify({ ok, entries, first, last, anchors, problem }));
  else
    print(
      problem ??
        `${first > 1 ? `Entries ${first} to ${entries}` : counted(entries, 'entry', 'entries')}: nothing was changed, removed, inserted or cut off. ` +
          `The last is ${last?.seq ?? 0}, hash ${last?.hash ?? '-'}.${anchors === undefined ? '' : ` ${anchors} anchors and the export itself are signed with this key.`}`,
    );
  return ok ? 0 : 1;
}

async function withRecord(flags: SharedFlags, act: (view: AuditView) => number): Promise<number> {
  const dataDir = dataDirOf(await settingsOf(flags));
  const view = openAuditView(dataDir, process.env);
  try {
    return act(view);
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new UsageError(
      `The record cannot be read: ${error.message}. toolgate audit verify says from where on.`,
    );
  } finally {
    view.close();
  }
}

/** What SQLite or JSON says of a file that another program wrote into. */
const isDamage = (error: unknown): error is Error =>
  error instanceof SyntaxError ||
  (error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR');
