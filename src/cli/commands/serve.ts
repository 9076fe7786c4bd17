import { setTimeout as pause } from 'node:timers/promises';
import { pageLink } from '../../core/address/page-link.ts';
import type { Config } from '../../core/config.ts';
import { socketPath } from '../../core/path/socket-path.ts';
import { withOwnCommand } from '../../core/process/own-command.ts';
import { dataDirOf } from '../../host/load-config.ts';
import { isRunning, OwnedByAnother } from '../../host/ownership.ts';
import { updateNotice } from '../../host/update-notice.ts';
import { authFor } from '../../transports/http/auth-for.ts';
import { serveHttp } from '../../transports/http/server.ts';
import { askToLeave } from '../../transports/pipe/connect-host.ts';
import type { OwnedHost } from '../../transports/socket/own-host.ts';
import { type Left, leftBy } from '../left-behind.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { ADDRESS_FLAGS } from '../line/flags.ts';
import { ownHost } from '../own-host.ts';
import { type HostSettings, hostSettingsOf, logTo, namedConfig, settingsSource } from '../settings.ts';
import { exitAfter } from '../until-signal.ts';

export const serve = defineCommand({
  name: 'serve',
  section: 'start',
  about: 'start the host here, with the web page and MCP over HTTP',
  more: 'Binds 127.0.0.1 and asks for a bearer token. If there is no token yet, one is made and printed.',
  flags: ADDRESS_FLAGS,
  run: serveForeground,
});

async function serveForeground({ flags }: Line<typeof ADDRESS_FLAGS>): Promise<undefined> {
  const settings = await hostSettingsOf(flags);
  const { config } = settings;
  const auth = authFor(config);
  const { owned, left } = await takeOver(settings, flags);
  const http = await serveHttp(owned.host, { auth }).catch(async (error: unknown) => {
    await owned.close();
    throw error;
  });
  owned.announce(http.address);
  exitAfter(async () => {
    await http.close();
    await owned.close();
  });
  const lines = [
    ...endedLines(left),
    `MCP is served at ${http.address}/mcp`,
    'The page, in your browser (this link works once; toolgate open prints another):',
    pageLink(http.address, owned.host.pageAccess.createLink()),
    ...openLines(owned),
    ...(auth === 'none' ? ['No token is needed.'] : tokenLines(owned)),
    'Answer what agents ask on the page, or with: toolgate approvals --watch',
    'Stop with Ctrl-C.',
  ];
  process.stderr.write(`${withOwnCommand(lines.join('\n'))}\n`);
  tellOfUpdates(config, owned);
}

/** Afterwards: nobody waits for a registry. */
function tellOfUpdates({ updateRegistry }: Config, { host: { log } }: OwnedHost): void {
  updateNotice(updateRegistry).then(
    (notice) => notice !== undefined && process.stderr.write(`${notice}\n`),
    (error: unknown) => log.warn('the registry could not be asked for a newer version', { error }),
  );
}

/** What ended with the host that made room, which whoever watched it would miss. */
function endedLines(left: Left | undefined): string[] {
  if (left === undefined || left.ended.length === 0) return [];
  return [
    `Ended with the host that ran in the background: ${left.ended.join(', ')}. Agents can start it again; what they start with keepAlive goes on.`,
  ];
}

/** Which directories an agent may use; without any, how to open one. */
function openLines({ host }: OwnedHost): string[] {
  const open = host.rights.openToAll();
  if (open.length > 0) return [`Open to agents over HTTP: ${open.join(', ')}`];
  return [
    'No directory is open to agents. Open one with --root DIR, or for good with: toolgate projects add DIR',
  ];
}

const TAKE_OVER_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 50;

/**
 * A host that runs in the background makes room for one that a person starts. It may have the directory before it
 * listens, or before it wrote down who it is: then there is nobody to ask yet.
 */
async function takeOver(
  settings: HostSettings,
  flags: Line<typeof ADDRESS_FLAGS>['flags'],
): Promise<{ readonly owned: OwnedHost; readonly left: Left | undefined }> {
  const { config } = settings;
  let left: Left | undefined;
  const options = {
    ...settings,
    log: logTo(config),
    kind: 'serve',
    settings: settingsSource(flags),
    configFile: namedConfig(flags),
  } as const;
  const deadline = performance.now() + TAKE_OVER_LIMIT_MS;
  for (;;) {
    try {
      return { owned: await ownHost(options), left };
    } catch (error) {
      if (!(error instanceof OwnedByAnother) || performance.now() > deadline) throw error;
      const { owner } = error;
      const isKnown = owner !== undefined && isRunning(owner);
      if (isKnown && owner.kind !== 'background') throw error;
      left ??= await leftBy(flags);
      await askToLeave(socketPath(dataDirOf(config)));
      await pause(LOOK_EVERY_MS);
    }
  }
}

/** A first token, so that a newcomer has one; not where there is one that works. */
function tokenLines({ host }: OwnedHost): string[] {
  const all = host.tokens.list();
  const now = new Date().toISOString();
  const isValid = all.some(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  if (isValid) return ['Use one of your tokens; toolgate tokens list shows them.'];
  const { secret } = host.tokens.create({
    name: all.length === 0 ? 'first' : `first-${all.length + 1}`,
    scopes: ['tools:call'],
  });
  return [`Token: ${secret}`, 'It is shown only this once; send it as "Authorization: Bearer <token>".'];
}
