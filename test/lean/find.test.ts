import { expect, test } from 'vitest';
import { DEFAULT_PACKS } from '../../src/core/packs.ts';
import { loadCatalog } from '../../src/host/catalog.ts';
import { createToolSearch } from '../../src/transports/mcp/lean/search-tools.ts';
import { EVERYDAY, NAMED } from './requests.ts';

const find = createToolSearch(loadCatalog().filter(({ pack }) => DEFAULT_PACKS.includes(pack)));
const isMissed = ([request, ...right]: readonly [string, ...string[]]): boolean =>
  !find(request)
    .slice(0, 3)
    .some(({ name }) => right.includes(name));

test('the right tool is among the first three for 95 % of 120 everyday requests', () => {
  const all = [...EVERYDAY, ...NAMED];
  expect(all).toHaveLength(120);
  const missed = all.filter(isMissed).map(([request]) => request);
  expect(missed.length, `missed: ${missed.join('; ')}`).toBeLessThanOrEqual(6);
});

test('a request in words nobody knows finds nothing', () => {
  expect(find('xyzzy plugh')).toEqual([]);
});
