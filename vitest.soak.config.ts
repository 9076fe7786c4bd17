import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'test/soak/**/*.test.ts',
      // They try a part of their cases each time, and all of them here.
      'src/gate/redact/scan/search-time.test.ts',
      'test/attacks/many-entries.test.ts',
    ],
    env: { TOOLGATE_SOAK: '1' },
    // One at a time: these measure time and memory, and a neighbour would be in the numbers.
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
  },
});
