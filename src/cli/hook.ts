import { readFileSync } from 'node:fs';
import type { HookRequest, NativeAnswer, NativeEvent } from '../core/call/native-call.ts';
import { UsageError } from '../core/errors.ts';
import { HOOK_CLIENT_NAMES, HOOK_CLIENTS, type HookClient } from '../core/hook-clients.ts';
import { VERSION } from '../core/process/version.ts';
import { createLineReader } from '../core/text/lines.ts';
import type { Data, Written } from '../transports/hooks/format.ts';
import { FORMATS, recognise } from '../transports/hooks/recognise.ts';
import { connectHost } from '../transports/pipe/connect-host.ts';
import { chosenDataDir, OWN_DATA, ownDataDir } from './chosen-data-dir.ts';
import { dropEnvironment } from './drop-environment.ts';
import { parseLine } from './line/parse.ts';

// `toolgate hook CLIENT`: one event in, one answer out, and nothing else loaded. Clients run a call when their hook
// fails in a way they do not know, so every way out of here is an answer.
let client: HookClient | undefined;
let event: NativeEvent = { kind: 'other' };
let isAnswered = false;

process.on('uncaughtException', (error) => end(refusal(error.message)));

/** The answer is written, or the question to the host is on its way. */
export const started = answer().catch((error: unknown) =>
  end(refusal(error instanceof Error ? error.message : String(error))),
);

async function answer(): Promise<void> {
  const { words, flags } = parseLine(
    { words: 'CLIENT' },
    { taker: 'hook', command: 'hook', skip: 1 },
    process.argv.slice(2),
  );
  const named = clientIn(words);
  client = named;
  dropEnvironment();
  const told = eventIn(readFileSync(0, 'utf8'));
  client = recognise(named, told);
  event = FORMATS[client].read(told);
  if (event.kind === 'other') end({ stdout: '' });
  else await judge(event, flags.dataDir === OWN_DATA ? ownDataDir() : chosenDataDir(flags, undefined));
}

async function judge(told: HookRequest['event'], dataDir: string): Promise<void> {
  const { answersWithinMs } = HOOK_CLIENTS[told.client];
  setTimeout(() => end(refusal('nobody answered in time')), answersWithinMs);
  const { socket, read } = await connectHost({
    dataDir,
    hostArgs: [],
    hello: { version: VERSION, kind: 'hook', connectionId: `hook:${process.pid}`, cwd: process.cwd() },
  });
  const reader = createLineReader({
    maxBytes: Number.POSITIVE_INFINITY,
    onLine: (line) => end(FORMATS[told.client].write(answerIn(line), told)),
    onTooLong: () => {},
  });
  socket.on('error', () => {});
  socket.on('close', () => end(refusal('the host ended before it answered')));
  read((piece) => {
    reader.push(piece);
    return false;
  });
  const projectDir = PROJECT_VARIABLES[told.client]?.map((name) => process.env[name]).find(Boolean);
  const request: HookRequest = {
    event: told,
    pid: process.pid,
    ...(projectDir && { projectDir }),
    ...(process.env.SHELL && { shell: process.env.SHELL }),
    answerWithinMs: Math.max(0, Math.floor(answersWithinMs - process.uptime() * 1000)),
  };
  socket.write(`${JSON.stringify(request)}\n`);
}

/** Only the client that sets one is believed: others hand on whatever their project's environment says. */
const PROJECT_VARIABLES: Partial<Record<HookClient, readonly string[]>> = {
  'claude-code': ['CLAUDE_PROJECT_DIR'],
  gemini: ['GEMINI_PROJECT_DIR'],
  qwen: ['QWEN_PROJECT_DIR', 'GEMINI_PROJECT_DIR'],
};

function clientIn(words: readonly string[]): HookClient {
  const found = HOOK_CLIENT_NAMES.find((name) => name === words[0]);
  if (found) return found;
  throw new UsageError(`toolgate hook takes one of ${HOOK_CLIENT_NAMES.join(', ')}, not "${words[0] ?? ''}"`);
}

function eventIn(text: string): Data {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Data;
  throw new Error("the client's event is not a JSON object");
}

const DECISIONS = ['pass', 'allow', 'ask', 'deny'];

function answerIn(line: Buffer): NativeAnswer {
  const answer = JSON.parse(line.toString()) as NativeAnswer;
  if (DECISIONS.includes(answer.decision)) return answer;
  throw new Error('the host answered in an unknown way');
}

/** In the client's own form where it is known; only what comes before a call can be refused. */
function refusal(why: string): Written {
  const reason = `Toolgate refuses this call: ${why.replace(/\.$/, '')}. toolgate doctor shows more.`;
  if (client === undefined) return { stdout: '', stderr: `${reason}\n`, code: 2 };
  if (event.kind === 'after' || event.kind === 'start') return { stdout: '', stderr: `${reason}\n`, code: 1 };
  return FORMATS[client].write({ decision: 'deny', reason }, event);
}

function end({ stdout, stderr = '', code = 0 }: Written): void {
  // Two answers would be none: clients take what they cannot read for a yes.
  if (isAnswered) return;
  isAnswered = true;
  if (stderr !== '') process.stderr.write(stderr);
  process.stdout.write(stdout, () => process.exit(code));
}
