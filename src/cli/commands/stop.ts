import { UsageError } from '../../core/errors.ts';
import { counted } from '../../core/text/counted.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { isRunning, type Owner, readOwner } from '../../host/ownership.ts';
import { type Left, leftBy } from '../left-behind.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { print, printJson } from '../print.ts';
import { settingsOf } from '../settings.ts';

const END_LIMIT_MS = 15_000;

export const stop = defineCommand({
  name: 'stop',
  section: 'manage',
  about: 'end the host of this data directory',
  more: 'Calls that run are cancelled and recorded. Runs of workflows go on with the next host, which the next command or agent starts; kept processes keep running.',
  run: stopHost,
});

async function stopHost({ flags }: Line): Promise<number> {
  const dataDir = dataDirOf(await settingsOf(flags));
  const owner = readOwner(dataDir);
  const isThere = owner !== undefined && isRunning(owner);
  if (isThere && owner.kind === 'in-process')
    throw new UsageError(`The host is inside of another program (pid ${owner.pid}); end that one.`);
  const left = await leftBy(flags);
  // One that does not answer, or not yet, is known by its words and its start time.
  const pid = left?.pid ?? (isThere ? owner.pid : undefined);
  if (pid === undefined) {
    if (flags.json) return printJson({ stopped: false });
    return print(`No host is running for ${dataDir}.`);
  }
  await end(pid, owner);
  if (flags.json) return printJson({ stopped: true, ...left });
  return print([`The host (pid ${pid}) has ended.`, ...(left ? linesOf(left) : [])].join('\n'));
}

/** The signal that Ctrl-C and service managers send, so that everything is ended in order. */
async function end(pid: number, owner: Owner | undefined): Promise<void> {
  const isAlive = (signal: 0 | 'SIGTERM'): boolean => {
    try {
      // A zombie takes signals, too.
      return process.kill(pid, signal) && (owner?.pid !== pid || isRunning(owner));
    } catch {
      return false;
    }
  };
  const deadline = performance.now() + END_LIMIT_MS;
  for (let alive = isAlive('SIGTERM'); alive; alive = isAlive(0)) {
    if (performance.now() > deadline)
      throw new UsageError(
        `The host (pid ${pid}) did not end within ${END_LIMIT_MS / 1000} s. kill -9 ${pid} ends it; what it was doing is then cut off, and recorded as such.`,
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const linesOf = ({ calls, agents, runs, ended, kept }: Left): string[] => [
  ...(calls > 0 ? [`${counted(calls, 'call')} that ran ${calls === 1 ? 'was' : 'were'} cancelled.`] : []),
  ...(ended.length > 0 ? [`Ended with it: ${ended.join(', ')}.`] : []),
  ...(runs.length > 0 ? [`Goes on with the next host: ${runs.join(', ')}.`] : []),
  ...(kept.length > 0 ? [`Keeps running: ${kept.join(', ')}.`] : []),
  ...(agents > 0
    ? [`${counted(agents, 'agent')} ${agents === 1 ? 'was' : 'were'} connected, and may start the next host.`]
    : []),
];
