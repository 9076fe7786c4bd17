import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIBRARIES } from '../support/agents.ts';
import { temporaryDirectory } from '../support/program.ts';
import { createRepository } from '../support/repository.ts';

type Data = Record<string, unknown>;

// Made up, in the form of a real one.
const TOKEN = `ghp_${'aB3dE5fG7hI9jK1lM2nO4pQ6rS8tU0vW1xY2'}`;
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
  .trimEnd();
const KEY_LINES = KEY.split('\n').slice(1, -1);
const ORDINARY = 'An ordinary line that stays as it is.';
const TEXT = `${ORDINARY}\nexport TOKEN=${TOKEN} # end\n${KEY}\n${ORDINARY}\n`;
const FIRST_KEY_LINE = 4;

/** An agent in a project that holds a token, a key and ordinary lines, in one file that is nothing special by its name. */
async function connect() {
  const [library] = LIBRARIES;
  if (!library) throw new Error('No library');
  const root = temporaryDirectory();
  const project = createRepository(join(root, 'project'));
  const large = `${`${ORDINARY}\n`.repeat(30_000)}${TEXT}`;
  project.commit('first', {
    'notes.txt': TEXT,
    'large.txt': large,
    'line.txt': `${'x '.repeat(40_000)}${TOKEN} end`,
  });
  const agent = await library.connect('in-process', {
    root: project.path,
    packs: 'filesystem,git,shell,processes',
    args: ['--mode', 'full_access'],
  });
  const call = async (tool: string, { path, ...args }: Data): Promise<Data> => {
    const result = (await agent.callTool(tool, { ...args, ...placed(tool, path) })) as {
      isError?: boolean;
      structuredContent?: Data;
    };
    if (result.isError || !result.structuredContent) throw new Error(`${tool}: ${JSON.stringify(result)}`);
    return result.structuredContent;
  };
  const placed = (tool: string, path: unknown): Data =>
    path === undefined ? {} : { path: tool.startsWith('git_') ? path : join(project.path, String(path)) };
  return { call, path: project.path };
}

/** Pieces that were put together again must not show what no single piece shows. */
function expectNothing(pieces: readonly unknown[]): void {
  const joined = pieces.map(String).join('');
  expect(joined).not.toContain(TOKEN.slice(4, 14));
  expect(joined.replaceAll('[REDACTED]', '')).not.toContain(TOKEN.slice(4, 14));
  for (const line of KEY_LINES) expect(joined).not.toContain(line.slice(0, 16));
}

test('a file in small pages, in single characters and in windows that overlap', async () => {
  const { call } = await connect();
  const at = TEXT.split('\n')[1]?.indexOf(TOKEN) ?? 0;
  for (const [maxBytes, step] of [
    [6, 6],
    [1, 1],
    [12, 3],
    [30, 7],
  ] as const) {
    const pieces: unknown[] = [];
    for (let column = 1; column < at + TOKEN.length + 6; column += step)
      pieces.push(
        (
          await call('read_file', {
            path: 'notes.txt',
            startLine: 2,
            startColumn: column,
            maxBytes,
            maxLines: 1,
          })
        ).content,
      );
    expectNothing(pieces);
    expect(pieces.join('')).toContain(maxBytes === 1 ? 'export' : 'expo');
  }
  const windows = await Promise.all(
    Array.from({ length: TOKEN.length }, (_, i) =>
      call('read_file', {
        path: 'notes.txt',
        startLine: 2,
        startColumn: at + i + 1,
        maxBytes: 20,
        maxLines: 1,
      }),
    ),
  );
  for (const { content } of windows) expectNothing([content]);
});

test('a key line by line, in a small file and in a large one, from the middle and with line numbers', async () => {
  const { call } = await connect();
  for (const [path, before] of [
    ['notes.txt', 0],
    ['large.txt', 30_000],
  ] as const) {
    const lines: unknown[] = [];
    for (let i = 0; i < KEY_LINES.length; i += 3) {
      const page = { path, startLine: before + FIRST_KEY_LINE + i, maxLines: 1 };
      lines.push(
        (await call('read_file', page)).content,
        (await call('read_file', { ...page, lineNumbers: true })).content,
      );
    }
    expectNothing(lines);
    const rest = await call('read_file', { path, startLine: before + FIRST_KEY_LINE + 5, lineNumbers: true });
    expectNothing([rest.content]);
    // What stands around it has its number still.
    expect(rest.content).toMatch(
      new RegExp(`^ *${before + FIRST_KEY_LINE + KEY_LINES.length + 1}\\t${ORDINARY}$`, 'm'),
    );
  }
  const column = 'x '.repeat(40_000).length + 9;
  const { content } = await call('read_file', { path: 'line.txt', startColumn: column, maxBytes: 20 });
  expectNothing([content]);
});

test('the same file as git has it, page by page and blamed line by line', async () => {
  const { call, path: repositoryPath } = await connect();
  const pieces: unknown[] = [];
  for (let column = 1; column < 60; column += 5) {
    const page = {
      repositoryPath,
      ref: 'HEAD',
      path: 'notes.txt',
      startLine: 2,
      startColumn: column,
      maxBytes: 1000,
    };
    pieces.push((await call('git_show', page)).content);
  }
  for (let i = 0; i < KEY_LINES.length; i += 4) {
    const startLine = FIRST_KEY_LINE + i;
    const { lines } = await call('git_blame', {
      repositoryPath,
      path: 'notes.txt',
      startLine,
      endLine: startLine,
    });
    pieces.push(JSON.stringify(lines));
  }
  expectNothing(pieces);
  const { lines } = await call('git_blame', { repositoryPath, path: 'notes.txt', startLine: 1, endLine: 1 });
  expect(lines).toMatchObject([{ line: 1, text: ORDINARY }]);
});

test('a search that finds lines of a key, or cuts a long line around a match', async () => {
  const { call } = await connect();
  const found = await call('search_text', { query: '.', regex: true, path: 'notes.txt', contextLines: 2 });
  expectNothing([JSON.stringify(found)]);
  expect(JSON.stringify(found)).toContain(ORDINARY);
  for (const line of KEY_LINES.slice(5, 15)) {
    const one = await call('search_text', { query: line.slice(20, 30), path: '.' });
    expect((one.matches as unknown[]).length).toBeGreaterThan(0);
    expectNothing([JSON.stringify(one)]);
  }
  // The match stands so that the token would be cut in two.
  const cut = await call('search_text', {
    query: 'x x x x x x x x x x x x x x x x x x x x x x x x',
    path: 'line.txt',
  });
  expectNothing([JSON.stringify(cut)]);
});

test('what a process printed, one line at a time and all at once', async () => {
  const { call, path: cwd } = await connect();
  const { processId } = await call('shell_start', { command: 'cat notes.txt; sleep 30', cwd });
  const seen: unknown[] = [];
  await expect
    .poll(async () => JSON.stringify((await call('get_background_process_output', { processId })).lines), {
      timeout: 10_000,
    })
    .toContain('END');
  seen.push(JSON.stringify(await call('get_background_process_output', { processId })));
  for (let sinceSeq = 0; sinceSeq < 30; sinceSeq += 3)
    seen.push(
      JSON.stringify(
        (await call('get_background_process_output', { processId, sinceSeq, tailLines: 1 })).lines,
      ),
    );
  seen.push(JSON.stringify(await call('get_background_process_output', { processId, tailLines: 8 })));
  expectNothing(seen);
  expect(seen.join('')).toContain(ORDINARY);
});

test('the attacks work where nothing masks: the text is there to be read', () => {
  expect(() => expectNothing([TEXT])).toThrow();
  expect(() => expectNothing(TEXT.match(/.{1,6}/gs) ?? [])).toThrow();
});
