import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import type { Place } from './place.ts';
import { judgeShell } from './shell-risk.ts';

const RUNS = Number(process.env.TOOLGATE_FUZZ_RUNS ?? 100);

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

const { script } = fc.letrec<{ script: string; command: string; list: string }>((tie) => ({
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

/** What Bash would run of the made-up commands: its handler for unknown ones is the witness. */
function ranByBash(source: string, cwd: string): string[] {
  // One for each run: what was started in the background may still write.
  const path = join(cwd, `witness-${randomUUID()}`);
  const witness = 'command_not_found_handle() { printf "%s\\n" "$1" >>"$WITNESS"; return 0; }\n';
  spawnSync('/bin/bash', ['--norc', '--noprofile', '-c', witness + source], {
    cwd,
    // An empty PATH would make Bash look in the current directory and never ask the handler.
    env: { PATH: '/nonexistent', WITNESS: path },
    timeout: 5000,
    stdio: 'ignore',
  });
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return [...new Set(lines.filter((line) => /^c[1-6]$/.test(line)))];
}

test('no command that Bash runs is missing from the analysis', { timeout: 120_000 }, () => {
  const cwd = temporaryDirectory();
  const place: Place = {
    cwds: [cwd],
    roots: [cwd],
    home: '/home/me',
    dataDir: '/home/me/.toolgate',
    allowedCommands: undefined,
    restrictedPaths: [],
  };
  let seen = 0;
  fc.assert(
    fc.property(script, (source) => {
      const { commands, reasons } = judgeShell(source, place);
      const isRefused = reasons.some((reason) =>
        /not valid Bash|decided only when it runs|nested|multiplies/.test(reason),
      );
      const ran = ranByBash(source, cwd);
      seen += ran.length;
      const missing = ran.filter((plain) => !commands.some(([first]) => first === plain));
      expect(isRefused ? [] : missing, source).toEqual([]);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 30_000 },
  );
  // A fuzz that never runs anything would prove nothing.
  expect(seen).toBeGreaterThan(20);
});
