import { closeSync, writeSync } from 'node:fs';
import { UsageError } from '../../core/errors.ts';
import { OwnedByAnother } from '../../host/ownership.ts';
import { keepLogSmall } from '../../transports/pipe/host-log.ts';
import type { OwnedHost } from '../../transports/socket/own-host.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { ownHost } from '../own-host.ts';
import { hostSettingsOf, logTo, namedConfig, settingsSource } from '../settings.ts';
import { exitAfter } from '../until-signal.ts';

const READY_FD = 3;

export const host = defineCommand({
  name: 'host',
  section: 'manage',
  about: 'the host in the background; agents start it by themselves',
  isHidden: true,
  run: runHost,
});

/** Started by a pipe, which reads on descriptor 3 how it went. */
async function runHost({ flags }: Line): Promise<undefined> {
  try {
    const settings = await hostSettingsOf(flags);
    const config = { ...settings.config, logFormat: 'json' as const };
    const log = logTo(config, keepLogSmall(config.dataDir));
    let idle: NodeJS.Timeout | undefined;
    const waitForWork = (): void => {
      clearTimeout(idle);
      idle = setTimeout(() => (isIdle(owned) ? end() : waitForWork()), config.idleExitMs);
      idle.unref();
    };
    const owned = await ownHost({
      ...settings,
      config,
      log,
      kind: 'background',
      settings: settingsSource(flags),
      configFile: namedConfig(flags),
      onLeave: () => void owned.handOver().then(() => process.exit(0)),
      onIdle: waitForWork,
    });
    const end = exitAfter(owned.close);
    waitForWork();
    tell('ready');
    log.info('the host is ready', { pid: process.pid });
  } catch (error) {
    tell(error instanceof OwnedByAnother ? 'owned' : error instanceof Error ? error.message : String(error));
    if (error instanceof OwnedByAnother) process.exit(0);
    throw error instanceof UsageError ? error : new Error('The host could not start', { cause: error });
  }
}

const isIdle = ({ socket, host }: OwnedHost): boolean =>
  socket.connections === 0 && host.inFlight === 0 && !host.isWatching();

function tell(word: string): void {
  try {
    writeSync(READY_FD, `${word}\n`);
    closeSync(READY_FD);
  } catch {
    // Started by hand: nobody listens there, and the log says the same.
  }
}
