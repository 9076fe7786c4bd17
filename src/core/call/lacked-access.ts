import type { Access, Sandbox } from '../process/sandbox.ts';
import type { Caller } from './caller.ts';

const LACKED: Readonly<Record<Access, string>> = {
  write: 'read-only',
  network: 'without network',
  secrets: 'without credentials',
  host: 'without the rest of the machine',
};

/** How more is asked for: by an argument of the same tool, with the shell instead, or in what a workflow says. */
export type AskingWay = 'argument' | 'shell' | 'step';

/** The way of who made a call with a tool that takes `access`, or takes none. */
export const askingWay = ({ transport }: Pick<Caller, 'transport'>, takesAccess = true): AskingWay =>
  transport === 'run' ? 'step' : takesAccess ? 'argument' : 'shell';

const WAYS: Readonly<Record<AskingWay, (access: string) => string>> = {
  argument: (access) =>
    `call again with access ${access}, or only what it needs, and a reason; a person is asked.`,
  shell: (access) =>
    `run it with shell_execute, with access ${access}, or only what it needs, and a reason; a person is asked.`,
  step: (access) =>
    `write the step as tool: shell_execute, with command, access ${access}, or only what it needs, and a reason in its args.`,
};

/** What a program that failed may have missed, and how to ask for it; undefined where it had everything. */
export function lackedAccess(
  sandbox: Sandbox,
  access: readonly Access[],
  way: AskingWay,
): string | undefined {
  if (sandbox === 'none' || access.includes('host')) return undefined;
  const missing = (['write', 'network', 'secrets'] as const).filter((one) => !access.includes(one));
  if (missing.length === 0) return undefined;
  const ran = missing.map((one) => LACKED[one]).join(', ');
  const ask = missing.map((one) => `"${one}"`).join(', ');
  return `It ran ${ran}. If that is why it failed, ${WAYS[way](`[${ask}]`)}`;
}

const COMPLAINTS =
  /read-only file system|EROFS|network is unreachable|could not resolve|name resolution|ENOTFOUND|EAI_AGAIN|ENETUNREACH|connection refused|ECONNREFUSED|couldn't connect|failed to connect|bad object HEAD|unable to read tree/i;
const USES_NETWORK =
  /https?:\/\/|(?<![\w./-])(?:curl|wget|nc|ncat|ssh|scp|rsync|dig|nslookup|ping)(?![\w./-])/;

interface Ended {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The same for a command that ended well though something in it did not: in a pipe only the last program counts,
 * and `curl -s` says nothing at all.
 */
export function lackedSilently(
  sandbox: Sandbox,
  access: readonly Access[],
  { command, stdout, stderr }: Ended,
  way: AskingWay,
): string | undefined {
  const said = /2>&1|\|&/.test(command) ? stdout + stderr : stderr;
  const isSilent = stdout.trim() === '' && USES_NETWORK.test(command) && !access.includes('network');
  return COMPLAINTS.test(said) || isSilent ? lackedAccess(sandbox, access, way) : undefined;
}
