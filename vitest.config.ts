import { defineConfig } from 'vitest/config';

export default defineConfig({
  // As a user of the package imports it, from the source.
  resolve: { alias: { toolgate: `${import.meta.dirname}/src/index.ts` } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/soak/**', 'test/clients/**', '**/node_modules/**'],
    // Tests start real children and change what belongs to a process; a thread would share that with its neighbours.
    pool: 'forks',
    // Half of the time they wait for children; a third keeps two cores busy.
    maxWorkers: 3,
    // Whole programs are started, killed and waited for; on a busy build machine one of them can be late, once.
    retry: 1,
    // A first try that failed leaves calls open, and closing its client rejects them: the second try decides.
    onUnhandledError: (error) => (error as { code?: unknown }).code !== 'CONNECTION_CLOSED',
    testTimeout: 60_000,
    hookTimeout: 30_000,
    // On a busy machine a second is soon over, and waiting longer costs only what fails.
    expect: { poll: { timeout: 10_000 } },
  },
});
