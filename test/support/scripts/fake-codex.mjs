#!/usr/bin/env node
// `codex app-server` as far as Toolgate talks to it: its answers to initialize and hooks/list, recorded with 0.169.0.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const home = process.env.CODEX_HOME;
const read = (name) => {
  try {
    return readFileSync(`${home}/${name}`, 'utf8');
  } catch {
    return '';
  }
};

function listed() {
  const sourcePath = `${home}/hooks.json`;
  const settings = read('config.toml');
  const { hooks = {} } = JSON.parse(read('hooks.json') || '{}');
  let displayOrder = 0;
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group, i) =>
      group.hooks.map(({ command, timeout, statusMessage = null }, j) => {
        const key = `${sourcePath}:${event.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()}:${i}:${j}`;
        const currentHash = `sha256:${createHash('sha256').update(command).digest('hex')}`;
        const entry = settings.split(`[hooks.state.${JSON.stringify(key)}]`)[1] ?? '';
        return {
          key,
          eventName: event[0].toLowerCase() + event.slice(1),
          handlerType: 'command',
          command,
          async: false,
          matcher: group.matcher,
          timeoutSec: timeout,
          statusMessage,
          additionalContextLimit: null,
          sourcePath,
          source: 'user',
          pluginId: null,
          environmentId: null,
          displayOrder: displayOrder++,
          enabled: true,
          isManaged: false,
          currentHash,
          trustStatus: entry.split('[')[0].includes(currentHash) ? 'trusted' : 'untrusted',
        };
      }),
    ),
  );
}

const answer = (id, result) => process.stdout.write(`${JSON.stringify({ id, result })}\n`);

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') answer(id, { userAgent: 'codex/0.169.0' });
  if (method === 'hooks/list')
    answer(id, { data: params.cwds.map((cwd) => ({ cwd, hooks: listed(), warnings: [], errors: [] })) });
});
