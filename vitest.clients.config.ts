import { defineConfig } from 'vitest/config';

/** Real clients, from their own package.json; see test/clients. */
export default defineConfig({
  test: { include: ['test/clients/**/*.test.ts'], fileParallelism: false, retry: 0 },
});
