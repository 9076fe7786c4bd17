import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { type ProcFacts, placeOf, readProc, wordsOf } from '../../engines/process/child/proc-files.ts';

const SHELLS = /^(sh|bash|dash|zsh|fish|ksh|busybox|env|timeout|nice)$/;
const RUNNERS = /^(npx|npm|npm-cli\.js|npx-cli\.js|pnpm|yarn|bunx)$/;
const DEEPEST = 8;

/** The agent behind a process that it started: a hook, or the pipe of an MCP server. Known on Linux only. */
function agentProcess(pid: number): ProcFacts | undefined {
  let at = parentOf(readProc(pid));
  // A shell or a package runner in between is not who wants something.
  for (let depth = 0; at && depth < DEEPEST && isInBetween(at); depth++) at = parentOf(at);
  return at && !isInBetween(at) && at.pid > 1 ? at : undefined;
}

/** Where the agent behind a hook was started. */
export function agentDirectory(pid: number): string | undefined {
  const agent = agentProcess(pid);
  if (!agent) return undefined;
  try {
    return readlinkSync(`/proc/${agent.pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Whether one agent started both. */
export function isSameAgent(pid: number, other: number): boolean {
  const [one, two] = [agentProcess(pid), agentProcess(other)];
  return one !== undefined && one.pid === two?.pid && one.startTicks === two.startTicks;
}

const parentOf = (child: ProcFacts | undefined): ProcFacts | undefined => child && readProc(child.parent);

function isInBetween(process: ProcFacts): boolean {
  const { name } = process;
  if (SHELLS.test(name) || RUNNERS.test(name)) return true;
  const [, script = ''] = wordsOf(placeOf(process));
  return RUNNERS.test(basename(script));
}
