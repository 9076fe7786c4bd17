#!/usr/bin/env node
// Old syntax and no imports: on an old Node this file must still load to say what is wrong, and on a new one
// every import here would be paid at each start.
const NEEDED = 24;

if (parseInt(process.versions.node, 10) >= NEEDED) start();
else startOnNewerNode().catch(cannotSpawn);

function start() {
  enableCompileCache();
  const others = ['--in-process', '--help', '-h', '--version', '-v'];
  const isThin = !process.argv.some((word) => others.includes(word));
  const thin = isThin && { stdio: 'pipe.js', hook: 'hook.cjs' }[process.argv[2]];
  import(`../dist/bin/${thin || 'main.js'}`).catch(explain);
}

// Node's own default is a folder in the shared temporary directory, where another user could plant code. This one is
// out of reach of agents (src/host/own-places.ts), and no variable that a project sets leads elsewhere.
function enableCompileCache() {
  try {
    const { homedir } = process.getBuiltinModule('node:os').userInfo();
    process.getBuiltinModule('node:module').enableCompileCache(`${homedir}/.cache/toolgate/compiled`);
  } catch {
    // Nobody of this id is known to the system; it starts without.
  }
}

function explain(error) {
  const dist = new URL('../dist/bin/', import.meta.url);
  const isBuilt = process.getBuiltinModule('node:fs').existsSync(dist);
  if (isBuilt) return stop(1, `Toolgate could not start: ${error.message}`);
  return stop(
    2,
    'Toolgate is not built yet. Run `npm run build` in its folder, or `npm start`, which builds too.',
  );
}

async function startOnNewerNode() {
  const { spawn, spawnSync } = await import('node:child_process');
  const { fileURLToPath } = await import('node:url');
  const node = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (!(parseInt(String(stdout).slice(1), 10) >= NEEDED)) {
    return stop(
      2,
      `Toolgate needs Node ${NEEDED} or newer; this is Node ${process.versions.node}.\n` +
        `Install Node ${NEEDED} and start Toolgate with it. In a checkout, \`npm start\` brings its own.`,
    );
  }
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(node, args, { stdio: 'inherit' });
  forwardSignals(child);
}

function forwardSignals(child) {
  // In a terminal, Ctrl-C and a hang-up reach the child directly; a second one would mean "at once".
  const hasTerminal = process.stdin.isTTY || process.stderr.isTTY;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    process.on(signal, () => {
      if (signal === 'SIGTERM' || !hasTerminal) child.kill(signal);
    });
  }
  child.on('error', cannotSpawn);
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function cannotSpawn(error) {
  stop(2, `Toolgate could not start Node ${NEEDED}: ${error.message}`);
}

function stop(code, message) {
  console.error(message);
  process.exit(code);
}
