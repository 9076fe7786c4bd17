import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, temporaryDirectory } from '../../../../test/support/program.ts';
import { heldFiles } from './held-files.ts';
import { atOnce, inTurns } from './in-turns.ts';
import { createBudget } from './look-budget.ts';
import { environmentOf, memoryOf, processesSince, readProc } from './proc-files.ts';
import { endTree, findKin, findTree, type TreeRoot } from './process-tree.ts';
import { runProcess } from './run-process.ts';

test('a stranger that was given the pid of a process that ended is left alone', async () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { pid = 0 } = child;
  const startTicks = readProc(pid)?.startTicks ?? 0;
  const root: TreeRoot = { pid, startTicks: startTicks - 1, marker: 'gone', outputs: [], isSandboxed: false };
  expect(await inTurns(findTree(root))).toEqual([]);
  expect(await endTree(root, 10)).toBe(true);
  expect(isAlive(pid)).toBe(true);
  const found = await inTurns(findTree({ ...root, startTicks }));
  expect(found.map((each) => each.pid)).toEqual([pid]);
});

test('children with smaller numbers than their parent are looked at: the numbers go round', () => {
  const { pid: newest = 0 } = spawnSync('true');
  for (let i = 0; i < 10; i++) spawnSync('true');
  expect(atOnce(processesSince(newest)).map(({ pid }) => pid)).toContain(process.pid);
});

// No shell in between: it would pass the variables on in an order of its own.
const LEAVES = `require('node:child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).unref()`;

const BEHIND = `import ctypes, os, platform, subprocess, threading, time
def work():
    kept = os.open('gone', os.O_CREAT | os.O_RDWR)
    os.unlink('gone')
    os.write(kept, bytes(8_000_000))
    child = subprocess.Popen(['sleep', '60'], start_new_session=True)
    time.sleep(0.3)
    print(child.pid, flush=True)
    time.sleep(60)
threading.Thread(target=work).start()
ctypes.CDLL(None).syscall(93 if platform.machine() == 'aarch64' else 60, 0)
`;

test.runIf(process.platform === 'linux')(
  'a process without its main thread counts like any other',
  async () => {
    const child = spawn('python3', ['-c', BEHIND], {
      cwd: temporaryDirectory(),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const { pid = 0 } = child;
    const below = Number(String((await once(child.stdout, 'data'))[0]));
    const facts = readProc(pid);
    if (!facts) throw new Error('It counts as ended');
    expect(facts.isHeadless).toBe(true);
    expect(memoryOf(facts).resident).toBeGreaterThan(1_000_000);
    const budget = createBudget({ bytes: 1e8, entries: 1e5, ms: 1e4 });
    expect(atOnce(heldFiles([facts], budget)).bytes).toBeGreaterThanOrEqual(8_000_000);
    const root = { pid, startTicks: facts.startTicks, marker: 'none', outputs: [], isSandboxed: false };
    const tree = await inTurns(findKin(root));
    expect(tree.map((each) => each.pid)).toEqual(expect.arrayContaining([pid, below]));
    expect(await endTree(root, 0)).toBe(true);
    expect([pid, below].filter(isAlive)).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'a large environment is read as far as its mark stands',
  async () => {
    const large = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`V${i}`, 'x'.repeat(100_000)]));
    const { leftovers } = await runProcess({
      argv: [process.execPath, '-e', LEAVES],
      cwd: temporaryDirectory(),
      env: large,
    });
    expect(leftovers).toBe(1);
    const other = spawn('sleep', ['60'], { env: { ...process.env, ...large } });
    onTestFinished(() => void other.kill('SIGKILL'));
    expect(environmentOf(`/proc/${other.pid}`).length).toBeLessThan(200_000);
  },
);
