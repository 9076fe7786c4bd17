import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { modernMeta } from '../support/line-client.ts';
import { startStdio, WAYS } from '../support/stdio.ts';

interface Skill {
  readonly uri: string;
  readonly frontmatter: { readonly name: string; readonly description: string };
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}

const source = (uri: string): string =>
  readFileSync(new URL(`../../skills/${uri.replace('skill://', '')}`, import.meta.url), 'utf8');

describe.each(WAYS)('skills, %s', (way) => {
  test.each(['2025-11-25', '2026-07-28'])('they are listed and can be read in %s', async (revision) => {
    const client = startStdio(way);
    const meta = revision === '2026-07-28' ? { _meta: modernMeta() } : {};
    if (revision !== '2026-07-28') await client.initialize(revision);
    const { result } = await client.request('skills/list', meta);
    const skills = result?.skills as Skill[];
    expect(skills.map(({ frontmatter }) => frontmatter.name)).toEqual([
      'explain-failed-run',
      'onboard-project',
      'review-staged-changes',
      'write-workflows',
    ]);
    for (const { uri, digest, size } of skills.flatMap(({ resources }) => resources)) {
      const text = source(uri);
      expect({ digest, size }).toEqual({
        digest: `sha256:${hash('sha256', text)}`,
        size: Buffer.byteLength(text),
      });
      const read = await client.request('resources/read', { uri, ...meta });
      expect(read.result, uri).toMatchObject({ contents: [{ uri, text }] });
    }
  });

  test('a skill cannot be used to read other files', async () => {
    const client = startStdio(way);
    for (const path of ['onboard-project/../../package.json', '..%2F..%2Fpackage.json', 'none/SKILL.md']) {
      const read = await client.request('resources/read', { uri: `skill://${path}`, _meta: modernMeta() });
      expect(read.error?.code, path).toBe(-32602);
    }
  });
});
