// How often a hook would have asked in sessions that really took place: `node bench/hooks-replay.ts FILE...` takes the
// transcripts of Claude Code (~/.claude/projects/*/*.jsonl), judges every native call in them in the default mode, in a
// home and a project of its own, and answers "session" wherever that is offered. Nothing in them is run.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { configSchema } from '../src/core/config.ts';
import { createLog } from '../src/core/log.ts';
import { isAtLeast } from '../src/core/risk.ts';
import { createHost, type Host } from '../src/host/create-host.ts';

type Data = Record<string, unknown>;

interface Call {
  readonly tool: string;
  readonly input: Data;
}

async function replay(file: string): Promise<void> {
  const { cwd, session, calls } = callsIn(readFileSync(file, 'utf8'));
  const place = mkdtempSync(join(tmpdir(), 'tg-replay-'));
  const root = join(place, 'project');
  mkdirSync(root);
  execFileSync('git', ['init', '-q'], { cwd: root });
  // The project has moved: its files are named anew, and those that are read or changed are there.
  const moved = calls.map(({ tool, input }) => ({ tool, input: renamed(input, namesIn(cwd, root)) }));
  for (const path of moved.map(({ input }) => input.file_path)) if (isIn(path, root)) put(path);
  const dataDir = join(place, 'data');
  const limits = { executionsPerMinute: 10_000, writesPerMinute: 10_000, externalPerMinute: 10_000 };
  const config = configSchema.parse({
    dataDir,
    approvals: { waitMs: 0 },
    hooks: { inboxMs: 0, waitMs: 0 },
    limits,
  });
  const host = await createHost({
    config,
    dataDir,
    log: createLog({ level: 'silent', format: 'json', write: () => {} }),
    env: { XDG_CONFIG_HOME: place, XDG_STATE_HOME: place },
  });
  const questions: string[] = [];
  const high = { questions: 0 };
  const refused: string[] = [];
  for (const [number, { tool, input }] of moved.entries()) {
    const judge = (again: string) =>
      host.native.before(
        {
          event: {
            kind: 'before',
            client: 'claude-code',
            session,
            cwd: root,
            callId: `${number}${again}`,
            tool,
            input,
          },
          pid: process.pid,
          projectDir: root,
          answerWithinMs: 10_000,
        },
        { stop: new AbortController(), isConnected: () => false },
      );
    const { decision, reason } = await judge('');
    const open = host.approvals.list('pending');
    const said = `${tool} ${JSON.stringify(input).slice(0, 110)}`;
    if (open.length === 0 && decision === 'deny') refused.push(`${said}: ${reason.slice(0, 120)}`);
    if (open.some(({ risk }) => isAtLeast(risk, 'HIGH'))) high.questions += 1;
    if (open.length > 0) questions.push(`${said}\n           ${reasonOf(open)}`);
    for (const { id } of open)
      try {
        host.approvals.decide(id, { verdict: 'approve', scope: 'session', by: 'replay', via: 'terminal' });
      } catch {
        host.approvals.decide(id, { verdict: 'approve', scope: 'once', by: 'replay', via: 'terminal' });
      }
  }
  process.stdout.write(
    `${file}: ${moved.length} calls, ${questions.length} questions (${high.questions} of them HIGH, which is asked every time), ${refused.length} refused\n${[
      ...questions.map((text) => `  asked    ${text}`),
      ...refused.map((text) => `  refused  ${text}`),
    ].join('\n')}\n`,
  );
  await host.close();
  rmSync(place, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** What a person would read. */
const reasonOf = (open: ReturnType<Host['approvals']['list']>): string =>
  open
    .map(
      ({ risk, card }) =>
        `${risk}: ${card.reasons.join('; ')}; to remember: ${JSON.stringify(card.remember)}`,
    )
    .join();

/** Where the session took place, and every call that its model made. */
function callsIn(text: string): {
  readonly cwd: string;
  readonly session: string;
  readonly calls: readonly Call[];
} {
  const entries = text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Data];
    } catch {
      return [];
    }
  });
  const calls = entries.flatMap(({ message }) => {
    const content = (message as Data | undefined)?.content;
    return Array.isArray(content) ? (content as Data[]) : [];
  });
  return {
    cwd: String(entries.find(({ cwd }) => typeof cwd === 'string')?.cwd ?? '/'),
    session: String(entries.find(({ sessionId }) => typeof sessionId === 'string')?.sessionId ?? 's'),
    calls: calls
      .filter(({ type }) => type === 'tool_use')
      .map(({ name, input }) => ({ tool: String(name), input: (input ?? {}) as Data })),
  };
}

/** The client names directories of its own after the project and its user. */
const namesIn = (cwd: string, root: string): [string | RegExp, string][] => [
  [cwd, root],
  [cwd.replace(/[^A-Za-z0-9]/g, '-'), root.replace(/[^A-Za-z0-9]/g, '-')],
  [/\/tmp\/claude-\d+\//g, `/tmp/claude-${process.getuid?.() ?? 0}/`],
  [/^(\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/)/.exec(cwd)?.[0] ?? cwd, homedir()],
];

const renamed = (input: Data, names: readonly [string | RegExp, string][]): Data =>
  JSON.parse(names.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(input))) as Data;

const isIn = (path: unknown, root: string): path is string =>
  typeof path === 'string' && path.startsWith(`${root}/`);

function put(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, 'x\n', { flag: 'wx' });
  } catch {
    // It is there, or a directory of that name.
  }
}

// What a host waits for keeps no process alive.
const alive = setInterval(() => {}, 1000);
for (const file of process.argv.slice(2)) await replay(file);
clearInterval(alive);
