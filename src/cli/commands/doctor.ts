import { basename } from 'node:path';
import { VERSION } from '../../core/version.ts';
import { openRoots } from '../../host/agent.ts';
import { checkDatabases, recordInWords, tryToWrite } from '../../host/check-data.ts';
import { dataDirOf, narrowedBy } from '../../host/load-config.ts';
import { isRunning, readOwner } from '../../host/ownership.ts';
import { hasCLibrary, systemFacts } from '../../host/system-facts.ts';
import { checkHooks } from '../hooks/check-hooks.ts';
import { hookPlace } from '../hooks/hook-place.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { ADDRESS_FLAGS } from '../line/flags.ts';
import { printJson, say } from '../print.ts';
import { settingsOf } from '../settings.ts';

interface Finding {
  readonly ok: boolean;
  /** Not there, which is not the same as wrong. */
  readonly isMissing?: boolean;
  readonly what: string;
  /** How to get what is missing. */
  readonly next?: string;
}

const GET: Readonly<Record<string, string>> = {
  git: 'install git: the git tools need it',
  ssh: 'install the OpenSSH client: the remote tools need it',
  bwrap: 'install bubblewrap: commands then run in a sandbox',
  bash: 'install bash: the shell tools need it',
};

export const doctor = defineCommand({
  name: 'doctor',
  section: 'start',
  about: 'show what works here, what is missing, and what to do',
  flags: ADDRESS_FLAGS,
  run: examine,
});

async function examine({ flags }: Line<typeof ADDRESS_FLAGS>): Promise<number> {
  const findings = [
    ...checkProgram(),
    ...(await checkConfig(flags)),
    ...(await checkPrograms()),
    ...(await checkHookClients(flags)),
  ];
  if (flags.json) printJson(findings);
  else
    for (const { ok, isMissing, what, next } of findings)
      say(
        `${(ok ? 'ok' : isMissing ? 'missing' : 'wrong').padEnd(8)} ${what}${next === undefined ? '' : `\n         ${next}`}`,
      );
  return findings.every(({ ok }) => ok) ? 0 : 1;
}

const checkProgram = (): Finding[] => [{ ok: true, what: `toolgate ${VERSION} on Node ${process.version}` }];

async function checkConfig(flags: Parameters<typeof settingsOf>[0]): Promise<Finding[]> {
  try {
    const config = await narrowedBy(await settingsOf(flags), process.cwd());
    const dataDir = dataDirOf(config);
    const written = readOwner(dataDir);
    const owner = written && isRunning(written) ? written : undefined;
    const roots = openRoots(config, { cwd: process.cwd() });
    return [
      { ok: true, what: `configuration is right; mode ${config.permissionLevel}` },
      writable(dataDir),
      ...checkDatabases(dataDir).map(({ path, problem }) => ({
        ok: problem === undefined,
        what: problem ?? `${basename(path)} is undamaged`,
      })),
      {
        ok: true,
        what: owner
          ? `host ${owner.version} runs (${owner.kind}, pid ${owner.pid})`
          : 'no host runs; the first agent starts one',
      },
      ...sizeOfRecord(dataDir),
      roots.length > 0
        ? { ok: true, what: `an agent started here can use ${roots.join(', ')}` }
        : {
            ok: false,
            what: 'an agent started here could use no directory',
            next: 'start it in a project, or give --root DIR',
          },
    ];
  } catch (error) {
    return [{ ok: false, what: error instanceof Error ? error.message : String(error) }];
  }
}

/** Damage is told by the check of the file. */
function sizeOfRecord(dataDir: string): Finding[] {
  try {
    const what = recordInWords(dataDir);
    return what === undefined ? [] : [{ ok: true, what }];
  } catch {
    return [];
  }
}

function writable(dataDir: string): Finding {
  try {
    tryToWrite(dataDir);
    return { ok: true, what: `data directory ${dataDir}` };
  } catch (error) {
    return {
      ok: false,
      what: `data directory ${dataDir} is not writable: ${error instanceof Error ? error.message : String(error)}`,
      next: isFull(error)
        ? 'make room on its disk, or choose another with --data-dir; a call that cannot be recorded is refused'
        : 'choose another with --data-dir',
    };
  }
}

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** What is wrong with the configuration is said above. */
const checkHookClients = async (flags: Parameters<typeof settingsOf>[0]): Promise<Finding[]> =>
  hookPlace(flags, false).then(
    (place) => checkHooks(place, process.cwd()),
    () => [],
  );

async function checkPrograms(): Promise<Finding[]> {
  const { tools, sandbox } = await systemFacts();
  const programs = Object.entries(tools).flatMap(([name, version]): Finding[] => {
    if (version !== null) return [{ ok: true, what: `${name}: ${version}` }];
    const next = GET[name];
    return next === undefined ? [] : [{ ok: false, isMissing: true, what: name, next }];
  });
  return [...programs, ...checkSandbox(sandbox, tools.bwrap !== null), ...(await checkLibrary())];
}

async function checkLibrary(): Promise<Finding[]> {
  if (process.platform !== 'linux') return [];
  if (await hasCLibrary()) return [{ ok: true, what: 'koffi: programs start without a copy of the host' }];
  return [
    {
      ok: false,
      isMissing: true,
      what: 'koffi',
      next: 'install Toolgate with its optional packages: programs start faster then, and can open /dev/stderr by name',
    },
  ];
}

function checkSandbox(sandbox: 'bwrap' | 'sandbox-exec' | 'none', isInstalled: boolean): Finding[] {
  if (sandbox === 'sandbox-exec')
    return [
      { ok: true, what: 'sandbox: the one of macOS works, though less is known of it than of bubblewrap' },
    ];
  if (sandbox === 'bwrap') return [{ ok: true, what: 'sandbox: bubblewrap works' }];
  if (!isInstalled) return [];
  return [
    {
      ok: false,
      what: 'sandbox: bubblewrap is installed and cannot make one',
      next: 'allow user namespaces (sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)',
    },
  ];
}
