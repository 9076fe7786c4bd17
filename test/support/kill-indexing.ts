import { expect } from 'vitest';
import { knowledge, lookAtFile, SOUND, statusOf } from './knowledge-program.ts';
import { temporaryDirectory } from './program.ts';
import { signalHost } from './signal-host.ts';
import { writeFiles } from './write-files.ts';

const FILES = 300;

/** Kills the host so many times while it indexes a directory, and lets it finish at last. */
export async function killWhileIndexing(times: number): Promise<void> {
  const [dataDir, root] = [temporaryDirectory(), temporaryDirectory()];
  writeFiles(
    root,
    Object.fromEntries(
      Array.from({ length: FILES }, (_, at) => [
        `notes/${at}.md`,
        `# Note ${at}\n\nWord${at} and what it is about.\n`,
      ]),
    ),
  );
  for (let time = 0; time < times; time++) {
    await knowledge(dataDir, 'add', root, '--background');
    // A little later each time, so that it is killed in the middle of different things.
    await new Promise((resolve) => setTimeout(resolve, (time * 37) % 160));
    signalHost(dataDir, 'SIGKILL');
    expect(lookAtFile(dataDir)).toEqual(SOUND);
  }
  await knowledge(dataDir, 'add', root, '--background');
  await expect
    .poll(() => statusOf(dataDir), { timeout: 20_000, interval: 200 })
    .toMatchObject([{ documents: FILES, vectors: { total: FILES } }]);
  expect(lookAtFile(dataDir)).toEqual(SOUND);
  const { stdout } = await knowledge(dataDir, 'search', 'word217', '--limit', '1');
  expect(stdout).toContain('217.md');
}
