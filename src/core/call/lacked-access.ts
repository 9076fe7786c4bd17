import type { Access, Sandbox } from '../process/sandbox.ts';

const LACKED: Readonly<Record<Missable, string>> = {
  write: 'read-only',
  network: 'without network',
  secrets: 'without credentials',
};

/** What complains of it, in the words of the system, of programs and of registries. */
const COMPLAINTS: Readonly<Record<Missable, RegExp>> = {
  write: /read-only file system|EROFS/i,
  network:
    /network is unreachable|could not resolve|name resolution|ENOTFOUND|EAI_AGAIN|ENETUNREACH|connection refused|ECONNREFUSED|couldn't connect|failed to connect/i,
  secrets:
    /bad object HEAD|unable to read tree|\bE40[13]\b|40[13] (?:unauthorized|forbidden)|ENEEDAUTH|authentication (?:failed|required)|could not read (?:username|password)|permission denied \(publickey|credentials? (?:not found|required)|no (?:valid )?credentials/i,
};

type Missable = Exclude<Access, 'host'>;

/** What a tool takes, by name; a hint names nothing else. */
export type Taken = Readonly<Record<string, unknown>>;

interface Ran {
  readonly sandbox: Sandbox;
  readonly access: readonly Access[];
  readonly taken: Taken;
  /** A step of a workflow made the call: who reads the hint changes the workflow. */
  readonly isStep?: boolean;
}

/** What a program that failed may have missed, and how to ask for it; undefined where it had everything. */
export function lackedAccess({ sandbox, access, taken, isStep }: Ran, said: string): string | undefined {
  const missing = missingIn({ sandbox, access });
  // A failed build or test has reasons of its own; where the tool cannot ask for more, only what fits counts.
  if ('access' in taken) {
    const hint = hintFor(missing, isStep ? 'write the step as tool: shell_execute,' : 'call again');
    return hint && hasNoSockets({ sandbox, access }) ? `${hint} ${WITHOUT_SOCKETS}` : hint;
  }
  return hintFor(
    missing.filter((one) => COMPLAINTS[one].test(said)),
    'run the same command with run_command,',
  );
}

const hasNoSockets = ({ sandbox, access }: Omit<Ran, 'taken'>): boolean =>
  sandbox !== 'none' && access.includes('network') && !access.includes('secrets');
const WITHOUT_SOCKETS =
  'With "network" it has no Unix sockets, which browsers and some daemons need: those run without "network", where 127.0.0.1 works as well.';

const missingIn = ({ sandbox, access }: Omit<Ran, 'taken'>): Missable[] =>
  sandbox === 'none' || access.includes('host')
    ? []
    : (['write', 'network', 'secrets'] as const).filter((one) => !access.includes(one));

function hintFor(missing: readonly Missable[], how: string): string | undefined {
  if (missing.length === 0) return undefined;
  const ran = missing.map((one) => LACKED[one]).join(', ');
  const ask = missing.map((one) => `"${one}"`).join(', ');
  return `It ran ${ran}. If that is why it failed, ${how} with access [${ask}], or only what it needs, and a reason; a person is asked.`;
}

const USES_NETWORK =
  /https?:\/\/|(?<![\w./-])(?:curl|wget|nc|ncat|ssh|scp|rsync|dig|nslookup|ping)(?![\w./-])/;

/** A mask is a device of its own kind, /dev/null; a listing in full shows it under the name of the file. */
const HIDDEN_FILE = /^c(?:rw-){3}[^\n]{1,200} 1, {1,8}3 [^\n]{1,200}(?<!\bnull)$/m;
const HIDDEN_WORDS =
  'What is listed as a device (1, 3) is a file that may hold secrets, or that a rule refuses: it is there, and its content is hidden from this command. To use it, call again with access ["secrets"] and a reason; a person is asked.';

interface Ended {
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * The same for a command that ended well though something in it did not: in a pipe only the last program counts,
 * and `curl -s` says nothing at all.
 */
export function lackedSilently(ran: Ran, { command, stdout, stderr }: Ended): string | undefined {
  const said = /2>&1|\|&/.test(command) ? stdout + stderr : stderr;
  const missing = missingIn(ran);
  if (missing.includes('secrets') && HIDDEN_FILE.test(stdout)) return HIDDEN_WORDS;
  const isSilent = stdout.trim() === '' && USES_NETWORK.test(command) && missing.includes('network');
  return isSilent || missing.some((one) => COMPLAINTS[one].test(said)) ? lackedAccess(ran, said) : undefined;
}
