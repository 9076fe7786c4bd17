// Measures, in one process, what the gate with its record adds to the work of a tool. Prints JSON: what a call
// cost in each round, by case. Arguments: data directory, directory to read in, file, rounds, calls a round.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { createLineBuffer } from '../../src/core/text/line-buffer.ts';
import { defineTool, type ToolContext } from '../../src/core/tool/tool.ts';
import { createFiles } from '../../src/engines/files/files.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createHost } from '../../src/host/create-host.ts';
import { filesParts } from '../../src/host/files-parts.ts';
import { ownTools } from '../../src/host/own-tools.ts';
import { greet } from '../../src/tools/conformance/tasks.ts';
import { readFile } from '../../src/tools/filesystem/read-file.ts';
import { plainCut } from '../../test/support/plain-cut.ts';
import { callTool } from '../harness/call-tool.ts';
import { inRounds } from '../harness/in-rounds.ts';

const [dataDir = '', project = '', file = '', rounds = '1', calls = '1'] = process.argv.slice(2);
// A host serves for hours: it is measured when its code has been compiled for good, which takes so long.
const WARM_UP_ROUNDS = 20;

const writeNothing = defineTool({
  name: 'write_nothing',
  pack: 'filesystem',
  title: 'Write nothing',
  description: 'Says that it writes, so that its intent must be durable; does not.',
  input: z.strictObject({ path: z.string().describe('Where it would write') }),
  output: z.strictObject({ written: z.boolean().describe('Always false') }),
  effects: ['write'],
  risk: 'LOW',
  touches: ({ path }) => [{ kind: 'path', access: 'write', path }],
  run: () => ({ written: false }),
});

const config = configSchema.parse({
  packs: ['filesystem', 'conformance'],
  permissionLevel: 'full_access',
  limits: { writesPerMinute: 1e9 },
});
// As in a background host, whose log is a file.
const lines = createLineBuffer({
  write: (text) => void process.stderr.write(text),
  maxLines: 128,
  maxMs: 50,
});
const log = createLog({ level: 'info', format: 'json', write: lines.add });
// As on a developer's machine: a few secrets to look for in everything that leaves.
const env = { API_TOKEN: 'a-token-of-a-service', DB_PASSWORD: 'a-password', AWS_SECRET_KEY: 'a-secret-key' };
const host = createHost({ config, dataDir, log, env, own: ownTools(writeNothing) });
const caller = callerWith(config, 'stdio', { cwd: project }, 'bench');
const call = callTool(host, caller);
const files = createFiles(filesParts(config, dataDir, {}))({
  caller,
  cut: plainCut,
  signal: new AbortController().signal,
});
const context = { files } as unknown as ToolContext; // Sound: these tools use files only.

const path = { path: file };
const others = copiesOf(file);
let turn = 0;
const another = () => ({ path: others[turn++ % others.length] ?? file });
const you = { name: 'you' };
const parsed = readFile.input.parse(path);
const contenders = {
  'noop, direct': () => cost(() => greet.run(context, you)),
  'noop, gate': () => cost(() => call('greet', you)),
  'read, direct': () => cost(() => readFile.run(context, parsed)),
  'read, gate': () => cost(() => call('read_file', path)),
  'first read, direct': () => cost(() => readFile.run(context, { ...parsed, ...another() })),
  'first read, gate': () => cost(() => call('read_file', another())),
  'write, direct': () => cost(() => writeNothing.run(context, path)),
  'write, gate': () => cost(() => call('write_nothing', path)),
};
await inRounds(WARM_UP_ROUNDS, contenders);
console.log(JSON.stringify(await inRounds(Number(rounds), contenders)));
await host.close();

/** More texts than are remembered, each of them another one. */
function copiesOf(original: string): string[] {
  const text = readFileSync(original, 'utf8');
  return Array.from({ length: 64 }, (_, i) => {
    const copy = join(project, `copy-${i}.ts`);
    writeFileSync(copy, `${text.slice(i)}${text.slice(0, i)}`);
    return copy;
  });
}

async function cost(act: () => unknown): Promise<{ cpuUs: number; wallUs: number }> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  for (let i = 0; i < Number(calls); i++) await act();
  const { user, system } = process.cpuUsage(before);
  const wallUs = (performance.now() - startedAt) * 1000;
  return { cpuUs: (user + system) / Number(calls), wallUs: wallUs / Number(calls) };
}
