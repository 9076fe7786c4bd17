import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_CLIENT_NAMES, HOOK_CLIENTS, type HookClient } from '../../core/hook-clients.ts';
import { isRefusal, probeEvent } from '../../transports/hooks/probe.ts';
import { clineScript } from './cline-script.ts';
import { HOOK_PROGRAM } from './hook-command.ts';
import type { HookPlace } from './hook-file.ts';
import { hookState } from './hook-state.ts';

export interface HookFinding {
  readonly ok: boolean;
  readonly what: string;
  readonly next?: string;
}

/** Where a client keeps its own settings: it is used here if that is there. */
const TRACES: Readonly<Record<HookClient, string>> = {
  'claude-code': '.claude',
  codex: '.codex',
  gemini: '.gemini',
  qwen: '.qwen',
  copilot: '.copilot',
  opencode: '.config/opencode',
  cursor: '.cursor',
  vscode: '.vscode',
  goose: '.config/goose',
  cline: 'Documents/Cline',
};

/** What a hook cannot close; docs/clients.md says what can be done about it. */
const REMAINS: Readonly<Partial<Record<HookClient, string>>> = {
  'claude-code': 'open: the flags --settings, --setting-sources and --bare; closed by --system',
  codex:
    'open: what is typed into a shell that runs (write_stdin), and -c features.hooks=false; see --system',
  gemini: 'open: hooksConfig of a project that is there before the agent starts; closed by --system',
  qwen: 'open: disableAllHooks of a project, closed by --system; a hook of more than 60 s lets the call run, so questions end after 50 s',
  opencode: 'open: opencode --pure loads no plugin',
};

/** The same for a hook that stands in the files for all users. */
const REMAINS_OF_SYSTEM: Readonly<Partial<Record<HookClient, string>>> = {
  codex: 'open: what is typed into a shell that runs (write_stdin)',
  qwen: 'open: a hook of more than 60 s lets the call run, so questions end after 50 s',
};

/** For each client that is used here: whether its hook is installed, trusted, answers in time, and refuses what it must. */
export async function checkHooks(place: HookPlace, cwd: string): Promise<HookFinding[]> {
  const found = HOOK_CLIENT_NAMES.filter((client) => existsSync(join(place.home, TRACES[client])));
  const findings = found.map((client) => checkHook(client, place, cwd));
  return (await Promise.all(findings)).flat();
}

async function checkHook(client: HookClient, place: HookPlace, cwd: string): Promise<HookFinding[]> {
  const { title } = HOOK_CLIENTS[client];
  const { state, problems, isSystem = false } = await hookState(client, place, cwd);
  if (state === 'not installed')
    return [
      {
        ok: true,
        what: `${title}: no hook, so its own tools pass by the gate`,
        next: `toolgate hooks install ${client}`,
      },
    ];
  if (problems.length > 0)
    return problems.map((problem) => ({
      ok: false,
      what: `${title}: the hook is ${state}`,
      next: problem,
    }));
  return [proven(client, isSystem ? place.forSystem() : place, cwd)];
}

/** A person waits that long for each call of an agent without a thought; far below the patience of any client. */
const BUDGET_MS = 1000;

/** Runs the hook as the client would: with a call that must be refused, with no call at all, and without its program. */
function proven(client: HookClient, place: HookPlace, cwd: string): HookFinding {
  const { title } = HOOK_CLIENTS[client];
  const command = installedCommand(client, place);
  const probe = JSON.stringify(probeEvent(client, cwd));
  const ways = [
    { what: '"rm -rf /"', command, input: probe },
    { what: 'what it could not read', command, input: 'no JSON' },
    {
      what: 'a call while its program is missing',
      command: command.replaceAll(HOOK_PROGRAM, 'gone.cjs'),
      input: probe,
    },
  ];
  const open = ways.find((way) => !isRefused(client, way));
  if (open)
    return {
      ok: false,
      what: `${title}: the hook did not refuse ${open.what}`,
      next: `toolgate hooks install ${client}`,
    };
  // The first call may have started the host.
  const startedAt = performance.now();
  isRefused(client, { command, input: probe });
  const tookMs = Math.round(performance.now() - startedAt);
  if (tookMs > BUDGET_MS)
    return {
      ok: false,
      what: `${title}: the hook refuses what it must, and takes ${tookMs} ms for each call`,
      next: `at most ${BUDGET_MS} ms is right; is the machine busy, or the data directory on a slow disk?`,
    };
  const { isSystem } = place;
  const remains = (isSystem ? REMAINS_OF_SYSTEM : REMAINS)[client];
  const how = isSystem ? ' for all users' : client === 'codex' ? ', trusted' : '';
  return {
    ok: true,
    what: `${title}: the hook is installed${how} and refuses what it must, in ${tookMs} ms and without its program too${remains === undefined ? '' : `; ${remains}`}`,
  };
}

/** What the client starts: for most a line in its settings, for some a file of ours. */
function installedCommand(client: HookClient, place: HookPlace): string {
  return client === 'cline' ? clineScript('PreToolUse', place).installed(undefined) : place.command(client);
}

function isRefused(client: HookClient, way: { readonly command: string; readonly input: string }): boolean {
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', way.command], {
    input: way.input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  // Some clients run a call whose hook ends with 2 and says nothing.
  return isRefusal(client, stdout) || (client !== 'cline' && status === 2 && stderr.trim() !== '');
}
