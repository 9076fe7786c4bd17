// Measures, in one process, what a command costs through `shell_execute` beside a bare `spawn`, and how fast long
// output passes. Prints JSON. Arguments: data directory, directory to run in, rounds, megabytes of output, rounds of it.
import { spawn } from 'node:child_process';
import { configSchema } from '../../src/core/config.ts';
import { createLog } from '../../src/core/log.ts';
import { callerWith } from '../../src/host/agent.ts';
import { createHost } from '../../src/host/create-host.ts';
import { inRounds } from '../harness/in-rounds.ts';

const [dataDir = '', project = '', rounds = '1', megabytes = '1', outputRounds = '1'] = process.argv.slice(2);
const WARM_UP_ROUNDS = 5;
const PROGRAM = ['--norc', '--noprofile', '-c'];

const log = createLog({ level: 'silent', format: 'json', write: () => {} });
const settings = { permissionLevel: 'full_access', limits: { executionsPerMinute: 1e9 } };
const open = (sandbox: 'off' | 'auto') => {
  const config = configSchema.parse({ ...settings, sandbox });
  const host = createHost({ config, dataDir: `${dataDir}-${sandbox}`, log, env: {} });
  const caller = callerWith(config, 'stdio', { cwd: project }, 'bench');
  return {
    run: async (command: string): Promise<void> => {
      const answer = await host.call({ tool: 'shell_execute', args: { command, timeoutMs: 60_000 }, caller });
      if (answer.kind !== 'result' || !answer.ok) throw new Error(JSON.stringify(answer));
    },
    close: () => host.close(),
  };
};
const [plain, sandboxed] = [open('off'), open('auto')];

const spawns = {
  bare: () => cost(() => bare('true', 'pipe')),
  'shell_execute, no sandbox': () => cost(() => plain.run('true')),
  'shell_execute, sandbox': () => cost(() => sandboxed.run('true')),
};
await inRounds(WARM_UP_ROUNDS, spawns);
const spawned = await inRounds(Number(rounds), spawns);

const flood = `yes 'A line of output that is as long as most of them are.' | head -c ${Number(megabytes) * 1_000_000}`;
// A host that has seen long output before: what the first one adds to the heap stays there for the next.
await plain.run(flood);
const flooded = await inRounds(Number(outputRounds), {
  cat: () => cost(() => bare(`${flood} | cat > /dev/null`, 'ignore')),
  shell_execute: () => cost(() => plain.run(flood)),
});
process.stdout.write(JSON.stringify({ spawned, flooded }));
await plain.close();
await sandboxed.close();

function bare(command: string, output: 'pipe' | 'ignore'): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', [...PROGRAM, command], { stdio: ['ignore', output, output], cwd: project });
    child.stdout?.resume();
    child.stderr?.resume();
    child.on('error', reject).on('close', () => resolve());
  });
}

async function cost(work: () => Promise<void>) {
  const rssBefore = process.memoryUsage.rss();
  let rssPeak = rssBefore;
  const watch = setInterval(() => {
    rssPeak = Math.max(rssPeak, process.memoryUsage.rss());
  }, 20);
  const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  clearInterval(watch);
  return {
    wallMs: performance.now() - startedAt,
    cpuMs: (user + system) / 1000,
    rssGrowthMb: (rssPeak - rssBefore) / 1e6,
  };
}
