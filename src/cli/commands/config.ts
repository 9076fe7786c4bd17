import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openRoots } from '../../host/agent.ts';
import { CONFIG_KEYS } from '../../host/config-facts.ts';
import { readLayer } from '../../host/config-layers.ts';
import { narrowedBy, userConfigFile } from '../../host/load-config.ts';
import { authFor } from '../../transports/http/auth-for.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { ADDRESS_FLAGS } from '../line/flags.ts';
import { print, printJson } from '../print.ts';
import { howToFollow, runningHost } from '../running-host.ts';
import { settingsOf } from '../settings.ts';

const PROJECT_FILE = 'toolgate.json';

/** With the flags of serve, to see what it would make of them. */
export const config = defineGroup({
  name: 'config',
  section: 'manage',
  about: 'show and check the configuration',
  acts: {
    show: defineAct({
      about: 'all keys with their values and their names in the environment',
      flags: ADDRESS_FLAGS,
      run: async ({ flags }) => {
        const values = await narrowedBy(await settingsOf(flags), process.cwd());
        if (flags.json) return printJson(values);
        for (const { path, env } of CONFIG_KEYS)
          print(`${path.join('.').padEnd(30)} ${JSON.stringify(valueAt(values, path)).padEnd(30)} ${env}`);
        return 0;
      },
    }),
    path: defineAct({
      about: 'the files that are read',
      run: async ({ flags }) => {
        for (const path of [userConfigFile(flags.config), resolve(PROJECT_FILE)])
          print(`${path}${existsSync(path) ? '' : '  (not there)'}`);
        return 0;
      },
    }),
    check: defineAct({
      about: 'exit code 2 and the reason if something is wrong',
      flags: ADDRESS_FLAGS,
      run: async ({ flags }) => {
        const settings = await settingsOf(flags);
        const narrowed = await narrowedBy(settings, process.cwd());
        // What an agent that starts here would be refused.
        openRoots(settings, { cwd: process.cwd() });
        // What serve would refuse.
        authFor(settings);
        print('The configuration is right.');
        const host = runningHost(settings);
        if (host)
          print(
            `A host runs (pid ${host.pid}) with the settings it was started with. Mode, permissions of tools and automatic approval are changed at once by toolgate settings; for everything else, ${howToFollow(host)}.`,
          );
        const ignored = ignoredIn(readLayer(PROJECT_FILE).values, narrowed);
        return ignored.length === 0
          ? 0
          : print(
              `${resolve(PROJECT_FILE)} can only take away, so this in it is not followed: ${ignored.join(', ')}.`,
            );
      },
    }),
  },
});

/** What a project's file says that is not in force. */
const ignoredIn = (project: object, inForce: object, path: readonly string[] = []): string[] =>
  Object.entries(project).flatMap(([key, value]: [string, unknown]) => {
    const [at, actual] = [[...path, key], valueAt(inForce, [key])];
    if (Array.isArray(value) && Array.isArray(actual)) {
      const left = value.filter((one) => !actual.includes(one));
      return left.length === 0 ? [] : [`${at.join('.')} ${left.join(', ')}`];
    }
    if (typeof value === 'object' && value !== null) return ignoredIn(value, Object(actual), at);
    return value === actual ? [] : [`${at.join('.')} ${JSON.stringify(value)}`];
  });

const valueAt = (values: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], values);
