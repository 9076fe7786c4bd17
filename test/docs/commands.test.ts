import { describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import commands from '../../src/cli/commands.gen.json' with { type: 'json' };
import { makeHome } from '../support/home.ts';
import { NOT_RUN, OTHERS } from './not-run.ts';
import { commandsIn, namedIn, PAGES, readPage } from './pages.ts';
import { furnish, runLine } from './run-line.ts';

const LIMIT_MS = 600_000;

/** What other exit codes mean: a call would not run unasked; a hook of Codex waits for a person's trust. */
const MEANT: readonly (readonly [line: RegExp, code: number])[] = [
  [/^toolgate (explain|rules test) /, 3],
  [/^toolgate (hooks status|doctor)$/, 1],
];
const isMeant = (line: string, code: number | null): boolean =>
  code === 0 || MEANT.some(([meant, other]) => code === other && meant.test(line));

const shown = PAGES.map((page) => ({ page, lines: commandsIn(readPage(page)) }));
const isOurs = (line: string): boolean => line.startsWith('toolgate');

describe('every command that can run here runs', () => {
  for (const { page, lines } of shown) {
    const run = lines.filter((line) => isOurs(line) && NOT_RUN[line] === undefined);
    if (run.length === 0) continue;
    test(
      `${page}: ${run.length} commands, one after the other`,
      async () => {
        const home = makeHome();
        furnish(home);
        const failed: string[] = [];
        for (const line of run) {
          // A server owns its data directory, which the commands before it may still use.
          const { code, printed } = await runLine(
            line.startsWith('toolgate serve') ? furnished() : home,
            line,
          );
          if (!isMeant(line, code)) failed.push(`${line}\n  exit code ${code}: ${printed.trim()}`);
        }
        expect(failed.join('\n')).toBe('');
      },
      LIMIT_MS,
    );
  }
});

function furnished() {
  const home = makeHome();
  furnish(home);
  return home;
}

test('what is not run has a reason, and is still there', () => {
  const all = shown.flatMap(({ lines }) => lines);
  const unexplained = all.filter((line) => !isOurs(line) && OTHERS[String(line.split(' ')[0])] === undefined);
  expect(unexplained).toEqual([]);
  expect(Object.keys(NOT_RUN).filter((line) => !all.includes(line))).toEqual([]);
});

test('each npm script that is named is there', () => {
  const scripts = shown
    .flatMap(({ lines }) => lines)
    .flatMap((line) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? [])
    .filter((name) => !['install', 'link', 'ci'].includes(name));
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((name) => !(name in packageFile.scripts))).toEqual([]);
});

test('each command that is named in a sentence is one', () => {
  const known = new Map(commands.commands.map((one) => [one.name, one.acts.map(({ name }) => name)]));
  const wrong = PAGES.flatMap((page) =>
    namedIn(readPage(page))
      .filter((named) => {
        const [, name = '', act = ''] = named.split(' ');
        const acts = known.get(name);
        // A command without acts has one that has no name.
        return !acts || (!acts.includes('') && /^[a-z]+$/.test(act) && !acts.includes(act));
      })
      .map((named) => `${page}: ${named}`),
  );
  expect(wrong).toEqual([]);
});
