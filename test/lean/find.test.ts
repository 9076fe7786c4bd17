import { expect, test } from 'vitest';
import { DEFAULT_PACKS } from '../../src/core/tool/packs.ts';
import { loadCatalog } from '../../src/host/catalog.ts';
import { createTextVectors, type TextVectors } from '../../src/host/text-vectors.ts';
import { ASKED } from '../../src/transports/mcp/lean/asked/asked.ts';
import { searchTools } from '../../src/transports/mcp/lean/search-tools.ts';
import { FRESH } from './fresh-requests.ts';
import { EVERYDAY, NAMED, type Request } from './requests.ts';
import { SEEN_ONCE } from './seen-once.ts';

const TOOLS = loadCatalog().filter(({ pack }) => DEFAULT_PACKS.includes(pack));
const vectors = createTextVectors();
const LIMIT_MS = 120_000;

async function missedOf(requests: readonly Request[]): Promise<string[]> {
  const missed: string[] = [];
  for (const [request, ...right] of requests) {
    const { entries, onlyWords } = await searchTools(TOOLS, request, vectors);
    expect(onlyWords).toBeUndefined();
    if (!entries.slice(0, 3).some(({ name }) => right.includes(name))) missed.push(request);
  }
  return missed;
}

test(
  'the right tool is among the first three for 95 % of 120 everyday requests',
  async () => {
    const all = [...EVERYDAY, ...NAMED];
    expect(all).toHaveLength(120);
    const missed = await missedOf(all);
    expect(missed.length, `missed: ${missed.join('; ')}`).toBeLessThanOrEqual(6);
  },
  LIMIT_MS,
);

// 93 % when it was written; two more may be missed before a change counts as a step back.
test(
  'and for over 90 % of 120 requests that the search was never tuned on',
  async () => {
    expect(FRESH).toHaveLength(120);
    const missed = await missedOf(FRESH);
    expect(missed.length, `missed: ${missed.join('; ')}`).toBeLessThanOrEqual(10);
  },
  LIMIT_MS,
);

test(
  'a set that was fresh once stays found',
  async () => {
    expect(SEEN_ONCE).toHaveLength(120);
    const missed = await missedOf(SEEN_ONCE);
    expect(missed.length, `missed: ${missed.join('; ')}`).toBeLessThanOrEqual(6);
  },
  LIMIT_MS,
);

test('each tool has requests it is right for, and no request names a tool that is gone', () => {
  expect([...ASKED.keys()].sort()).toEqual(TOOLS.map(({ name }) => name).sort());
});

test('without the model tools are found by words, and the answer says so', async () => {
  const broken: TextVectors = { of: () => Promise.reject(new Error('no model')) };
  const { entries, onlyWords } = await searchTools(TOOLS, 'stage files for a commit', broken);
  expect(onlyWords).toBe('no model');
  expect(entries.slice(0, 3).map(({ name }) => name)).toContain('git_add');
  expect((await searchTools(TOOLS, 'xyzzy plugh', broken)).entries).toEqual([]);
});

test('a tool of your own is found by its title and description', async () => {
  const [first] = TOOLS;
  if (!first) throw new Error('There are no tools');
  const own = {
    ...first,
    name: 'convert_money',
    title: 'Convert money',
    description: 'Convert an amount from one currency into another.',
  };
  const { entries } = await searchTools([...TOOLS, own], 'how much is 5 dollars in euros', vectors);
  expect(entries.slice(0, 3).map(({ name }) => name)).toContain('convert_money');
});
