import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AGENTS } from '../support/agents.ts';
import { temporaryDirectory } from '../support/program.ts';

describe.each(AGENTS)('searches, $name, $way', ({ way, connect }) => {
  test('files are found by name and by content, and refusals say why', async () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, 'src'));
    writeFileSync(join(root, 'src/a.ts'), 'const é = needle;\n');
    writeFileSync(join(root, '.env'), 'needle\n');
    const { callTool } = await connect(way, { root });
    expect(await callTool('search_files', { pattern: '*.ts', path: root })).toMatchObject({
      structuredContent: { files: [join(root, 'src/a.ts')], truncated: false, secretFilesSkipped: 0 },
      content: [{ type: 'text', text: join(root, 'src/a.ts') }],
    });
    expect(await callTool('search_text', { query: 'needle', path: root })).toMatchObject({
      structuredContent: {
        matches: [{ path: join(root, 'src/a.ts'), line: 1, column: 11, text: 'const é = needle;' }],
        filesSearched: 1,
        truncated: false,
        secretFilesSkipped: 1,
      },
    });
    expect(await callTool('search_text', { query: '(', regex: true, path: root })).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringContaining('VALIDATION: ripgrep cannot use this query: regex parse error') },
      ],
    });
    for (const tool of ['search_files', 'search_text']) {
      expect(
        await callTool(tool, {
          path: '/etc',
          ...(tool === 'search_text' ? { query: 'x' } : { pattern: '*' }),
        }),
      ).toMatchObject({ isError: true });
    }
  });
});
