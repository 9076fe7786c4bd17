import type { styleText } from 'node:util';
import { withOwnCommand } from '../../core/process/own-command.ts';
import { VERSION } from '../../core/process/version.ts';
import { narrowedBy, userConfigFile } from '../../host/load-config.ts';
import { paint } from '../cards/paint.ts';
import { checkClients } from '../doctor/check-clients.ts';
import { checkData } from '../doctor/check-data.ts';
import { checkKeys } from '../doctor/check-keys.ts';
import { checkPort } from '../doctor/check-port.ts';
import { checkPrograms } from '../doctor/check-programs.ts';
import { checkUser } from '../doctor/check-user.ts';
import { type Finding, fine, reasonOf, wrong } from '../doctor/finding.ts';
import { checkHooks } from '../hooks/check-hooks.ts';
import { hookPlace } from '../hooks/hook-place.ts';
import { defineCommand, type Line } from '../line/command.ts';
import { ADDRESS_FLAGS } from '../line/flags.ts';
import { printJson, printPainted, say } from '../print.ts';
import { namedConfig, settingsOf } from '../settings.ts';
import { terminalText } from '../terminal-text.ts';

type Flags = Line<typeof ADDRESS_FLAGS>['flags'];

const COLOURS: Readonly<Record<Finding['state'], Parameters<typeof styleText>[0]>> = {
  ok: 'green',
  missing: 'yellow',
  wrong: ['bold', 'red'],
};

export const doctor = defineCommand({
  name: 'doctor',
  section: 'start',
  about: 'show what works here, what is missing, and what to do',
  more: [
    'ok: it works. missing: you may want it; the next line says what for. wrong: it needs fixing.',
    'Exit code 1 where something is wrong.',
  ].join('\n'),
  flags: ADDRESS_FLAGS,
  run: examine,
});

async function examine({ flags }: Line<typeof ADDRESS_FLAGS>): Promise<number> {
  const findings = [
    fine(`toolgate ${VERSION} on Node ${process.version}`),
    ...(await checkConfig(flags)),
    ...checkUser(),
    ...(await checkPrograms()),
    ...checkClients(),
    ...(await checkHookClients(flags)),
  ];
  if (flags.json) printJson(findings);
  else tell(findings);
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0;
}

async function checkConfig(flags: Flags): Promise<Finding[]> {
  try {
    const config = await narrowedBy(await settingsOf(flags), process.cwd());
    return [
      fine(`configuration is right; mode ${config.permissionLevel}`),
      ...checkData(config, userConfigFile(namedConfig(flags))),
      ...(await checkPort(config)),
      ...checkKeys(config),
    ];
  } catch (error) {
    return [wrong(reasonOf(error))];
  }
}

async function checkHookClients(flags: Flags): Promise<Finding[]> {
  // What is wrong with the configuration is said above.
  const place = await hookPlace(flags, false).catch(() => undefined);
  const findings = place === undefined ? [] : await checkHooks(place, process.cwd());
  return findings.map(({ ok, what, next }) => ({
    state: ok ? (next === undefined ? 'ok' : 'missing') : 'wrong',
    what,
    ...(next !== undefined && { next }),
  }));
}

function tell(findings: readonly Finding[]): void {
  for (const { state, what, next } of findings) {
    const word = paint(COLOURS[state], state.padEnd(8), process.stdout);
    printPainted(`${word} ${terminalText(withOwnCommand(what))}`);
    if (next !== undefined) say(`         ${next}`);
  }
  const count = (wanted: Finding['state']): number => findings.filter(({ state }) => state === wanted).length;
  say(`\n${count('ok')} ok, ${count('missing')} missing, ${count('wrong')} wrong.`);
}
