import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../test/support/program.ts';
import { writeFiles } from '../../../../test/support/write-files.ts';
import { projectDoubts } from './project-doubts.ts';
import { SERVERS, type ServerKind } from './servers.ts';

const kindOf = (name: string): ServerKind => {
  const kind = SERVERS.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no ${name}`);
  return kind;
};

test('a server that is told by files what belongs together is not believed without them, nor across them', () => {
  const root = writeFiles(temporaryDirectory(), {
    'go.mod': 'module shapes\n',
    'examples/go.mod': 'module examples\n',
    'engine/build/compile_commands.json': [],
  });
  const doubts = (name: string, definedIn: string, opened: string[]) =>
    projectDoubts({ root, kind: kindOf(name) }, { definedIn: [definedIn], opened });
  expect(doubts('gopls', 'area/area.go', ['area/area.go', 'main.go'])).toEqual([]);
  expect(doubts('gopls', 'area/area.go', ['main.go', 'examples/one/main.go'])).toEqual([
    '1 file that holds the name is of other projects',
  ]);
  expect(doubts('clangd', 'engine/src/a.cc', ['engine/src/a.cc', 'engine/include/a.h'])).toEqual([]);
  expect(doubts('clangd', 'a.cc', ['a.cc'])).toEqual([
    'clangd guesses without compile_commands.json or compile_flags.txt',
  ]);
  expect(doubts('typescript', 'a.ts', ['a.ts', 'b.ts'])).toEqual([]);
});
