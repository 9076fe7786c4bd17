import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Place } from '../../src/gate/risk/place.ts';
import { judgeShell } from '../../src/gate/risk/walk/judge-shell.ts';

/** Commands that do not exist; what Bash tries to run of them is what it would have run. */
const name = fc.constantFrom('c1', 'c2', 'c3', 'c4', 'c5', 'c6');
const word = fc.constantFrom(
  'a',
  '"b c"',
  "'d'",
  '*.x',
  '$x',
  '"$y"',
  '~',
  '{e,f}',
  '\\g',
  "$'h'",
  '--',
  '-n',
);

/** Ways to write a command so that it does not look like one. */
const disguised = name.chain((plain) =>
  fc.constantFrom(
    plain,
    `"${plain}"`,
    `'${plain}'`,
    `${plain[0]}""${plain[1]}`,
    `\\${plain}`,
    `${plain[0]}\\\n${plain[1]}`,
    `$'\\x63'${plain[1]}`,
  ),
);

const { script: plain } = fc.letrec<{ script: string; command: string; list: string }>((tie) => ({
  command: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(disguised, fc.array(word, { maxLength: 2 })).map(([start, rest]) => [start, ...rest].join(' ')),
    fc.tuple(disguised, tie('list')).map(([start, inside]) => `${start} "$(${inside})"`),
    fc.tuple(disguised, tie('list')).map(([start, inside]) => `${start} <(${inside})`),
    fc.tuple(name, tie('list')).map(([start, inside]) => `x=$(${inside}) ${start}`),
    tie('list').map((inside) => `( ${inside} )`),
    tie('list').map((inside) => `{ ${inside}; }`),
    tie('list').map((inside) => `if ${inside}; then c1; else ${inside}; fi`),
    tie('list').map((inside) => `for i in 1 2; do ${inside}; done`),
    tie('list').map((inside) => `case a in a) ${inside};; esac`),
    // Names of their own: a function that calls itself would never end.
    fc.tuple(fc.nat(), tie('list')).map(([n, inside]) => `f${n}() { ${inside}; }; f${n}`),
    tie('list').map((inside) => `while ${inside}; do break; done`),
    tie('list').map((inside) => `! ${inside}`),
    tie('list').map((inside) => `time ${inside}`),
    tie('list').map((inside) => `[[ -n $(${inside}) ]]`),
    tie('list').map((inside) => `echo \${z:-$(${inside})} \${#q} $((1 + $(${inside}; echo 1)))`),
    tie('list').map((inside) => `a=($(${inside})); echo "\${a[@]}"`),
    tie('list').map((inside) => `echo <<E\n$(${inside})\nE\n`),
    tie('list').map((inside) => `echo <<< "$(${inside})"`),
    name.map((plain) => `eval '${plain} x'`),
    name.map((plain) => `command ${plain}`),
    name.map((plain) => `trap '${plain}' EXIT`),
    name.map((plain) => `echo \`${plain}\``),
  ),
  list: fc
    .array(tie('command'), { minLength: 1, maxLength: 3 })
    .chain((commands) =>
      fc.constantFrom(' && ', ' || ', '; ', '\n', ' | ', ' |& ').map((joint) => commands.join(joint)),
    ),
  script: tie('list'),
}));

/** Scripts that Bash takes. */
export const bashScript: fc.Arbitrary<string> = plain;

const SPLINTERS = [
  '"',
  "'",
  '$',
  '(',
  ')',
  '{',
  '}',
  '<',
  '>',
  ';',
  '&',
  '|',
  '\n',
  '\\',
  '`',
  '#',
  '=',
  '[',
  '!',
  ' ',
];

/** The same with a few characters lost, doubled or put in: what Bash makes of it is for Bash to say. */
export const brokenScript: fc.Arbitrary<string> = fc
  .tuple(
    plain,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom('', '', ...SPLINTERS)), { minLength: 1, maxLength: 3 }),
  )
  .map(([source, changes]) =>
    changes.reduce((text, [at, splinter]) => {
      const i = at % (text.length + 1);
      return text.slice(0, i) + splinter + text.slice(splinter === '' ? i + 1 : i);
    }, source),
  );

/** Nothing of it outlives the run: its processes are in a namespace of their own, which ends with its first. */
const LOCKED_IN = [
  '--setenv',
  'PATH',
  '/nonexistent',
  '--ro-bind',
  '/',
  '/',
  '--proc',
  '/proc',
  '--dev',
  '/dev',
  '--unshare-all',
  '--die-with-parent',
];

/** What Bash would run of the made-up commands: its handler for unknown ones is the witness. */
function ranByBash(source: string, cwd: string): string[] {
  // One for each run: what was started in the background may still write.
  const path = join(cwd, `witness-${randomUUID()}`);
  const witness = 'command_not_found_handle() { printf "%s\\n" "$1" >>"$WITNESS"; return 0; }\n';
  const bash = ['/bin/bash', '--norc', '--noprofile', '-c', witness + source];
  spawnSync('bwrap', [...LOCKED_IN, '--bind', cwd, cwd, '--chdir', cwd, '--', ...bash], {
    // An empty PATH would make Bash look in the current directory and never ask the handler; bwrap is found by ours.
    env: { PATH: '/usr/bin:/bin', WITNESS: path },
    timeout: 5000,
    killSignal: 'SIGKILL',
    stdio: 'ignore',
  });
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return [...new Set(lines.filter((line) => /^c[1-6]$/.test(line)))];
}

/** Commands that Bash ran and the analysis, which took the script for one it can judge, did not see. */
export function missedCommands(source: string, cwd: string): { ran: string[]; missed: string[] } {
  const place: Place = {
    cwds: [cwd],
    roots: [cwd],
    home: '/home/me',
    dataDir: '/home/me/.toolgate',
    allowedCommands: undefined,
    restrictedPaths: [],
  };
  const { commands, reasons, isSyntax } = judgeShell(source, place);
  const isRefused =
    isSyntax || reasons.some((reason) => /only known at run time|fork bomb|hidden in/.test(reason));
  const ran = ranByBash(source, cwd);
  return {
    ran,
    // Bash tells a name a line, and a name may hold a line end itself.
    missed: isRefused
      ? []
      : ran.filter((plain) => !commands.some(([first = '']) => first.split('\n').includes(plain))),
  };
}
