import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('./close-inherited.ts', import.meta.url));
// Node marks the lower ones by itself.
const [FILE, PIPE] = [20, 21];

test('a pipe that was left open is closed, a file that is being read is not', async () => {
  const script = `
    const { closeInherited } = await import(${JSON.stringify(MODULE)});
    const { fstatSync } = await import('node:fs');
    const isOpen = (fd) => { try { fstatSync(fd); return true; } catch { return false; } };
    const before = [${FILE}, ${PIPE}].map(isOpen);
    closeInherited();
    console.log(JSON.stringify({ before, after: [${FILE}, ${PIPE}].map(isOpen) }));`;
  const stdio: ('ignore' | 'inherit' | 'pipe' | number)[] = Array(PIPE + 1).fill('ignore');
  stdio[1] = 'pipe';
  stdio[2] = 'inherit';
  stdio[FILE] = openSync(MODULE, 'r');
  stdio[PIPE] = 'pipe';
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio });
  if (!child.stdout) throw new Error('stdout is a pipe');
  expect(JSON.parse(await text(child.stdout))).toEqual({ before: [true, true], after: [true, false] });
});
