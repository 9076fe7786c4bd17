import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_CLIENT_NAMES, HOOK_CLIENTS, type HookClient } from '../../core/hook-clients.ts';
import { isRefusal, probeEvent } from '../../transports/hooks/probe.ts';
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
  qwen: 'open: a hook of more than 60 s lets the call run, so questions end after 50 s',
  opencode: 'open: opencode --pure loads no plugin',
};

/** For each client that is used here: whether its hook is installed, answers in time, and refuses what it must. */
export function checkHooks(place: HookPlace, cwd: string): HookFinding[] {
  return HOOK_CLIENT_NAMES.filter((client) => existsSync(join(place.home, TRACES[client]))).flatMap(
    (client) => {
      const { title } = HOOK_CLIENTS[client];
      const { state, problems } = hookState(client, place, cwd);
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
      return [proven(client, place, cwd)];
    },
  );
}

/** Runs the hook as the client would, with a call that must be refused, and with something that is no call. */
function proven(client: HookClient, place: HookPlace, cwd: string): HookFinding {
  const { title } = HOOK_CLIENTS[client];
  const startedAt = performance.now();
  const real = ask(client, place, JSON.stringify(probeEvent(client, cwd)));
  const tookMs = Math.round(performance.now() - startedAt);
  const garbage = ask(client, place, 'no JSON');
  if (!real || !garbage)
    return {
      ok: false,
      what: `${title}: the hook did not refuse ${real ? 'what it could not read' : '"rm -rf /"'}`,
      next: `toolgate hooks install ${client}`,
    };
  const remains = REMAINS[client];
  return {
    ok: true,
    what: `${title}: the hook refuses what it must (${tookMs} ms)${remains === undefined ? '' : `; ${remains}`}`,
  };
}

function ask(client: HookClient, { command }: HookPlace, input: string): boolean {
  const { stdout, status } = spawnSync('/bin/sh', ['-c', command(client)], {
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return isRefusal(client, stdout) || status === 2;
}
