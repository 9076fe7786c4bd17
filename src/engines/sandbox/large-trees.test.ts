import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { inSandbox, makePlace } from '../../../test/support/sandbox-place.ts';

const EVIL = 'echo evil > aaa/.vscode/tasks.json; echo evil > aaa/.claude/settings.json';
const SETTINGS = ['.vscode/tasks.json', '.claude/settings.json'];

/** In memory: very many directories take minutes on a disk. */
function placeInMemory() {
  const root = mkdtempSync('/dev/shm/tg-');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const name of SETTINGS) {
    mkdirSync(join(root, 'aaa', name, '..'), { recursive: true });
    writeFileSync(join(root, 'aaa', name), 'own');
  }
  const { run } = makePlace();
  return {
    root,
    run: (script: string) => run(['write'], `cd ${root} && ${script}`, { roots: [root] }, 100_000),
    settings: () => SETTINGS.map((name) => readFileSync(join(root, 'aaa', name), 'utf8')),
  };
}

/** Each of these holds a thousand. */
const many = (thousands: number): string =>
  `node -e "for (let i = 0; i < ${thousands}; i++) for (let j = 0; j < 1000; j++) fs.mkdirSync('zzz/' + i + '/' + j, { recursive: true })"`;

inSandbox(
  'settings beside 45,000 directories stay as they are, and a build works there',
  async () => {
    const { root, run, settings } = placeInMemory();
    for (let i = 0; i < 45; i++)
      for (let j = 0; j < 1000; j++) mkdirSync(join(root, `zzz/${i}/${j}`), { recursive: true });
    const ended = await run(
      `${EVIL}; mkdir aaa/.zed; echo evil > aaa/.zed/tasks.json; echo built > out`,
    ).catch((error: unknown) => error);
    expect([settings(), existsSync(join(root, 'aaa/.zed/tasks.json'))]).toEqual([['own', 'own'], false]);
    expect(readFileSync(join(root, 'out'), 'utf8')).toBe('built\n');
    expect(ended).toMatchObject({ exitCode: 0, setAside: [join(root, 'aaa/.zed/tasks.json.set-aside')] });
  },
  100_000,
);

inSandbox(
  'what a run makes beyond what can be looked through is set aside as a whole',
  async () => {
    const { root, run, settings } = placeInMemory();
    const repository = (place: string): string =>
      `git init -q ${place} && echo evil > ${place}/.git/hooks/pre-commit`;
    const { setAside } = await run(`${many(152)}; ${repository('zzz/inner')}; ${repository('aaa/inner')}`);
    expect(setAside).toContain(join(root, 'zzz.set-aside'));
    const hooks = ['zzz', 'aaa'].map((name) => join(root, name, 'inner/.git/hooks/pre-commit'));
    expect(hooks.map((path) => existsSync(path))).toEqual([false, false]);
    // Nobody can look through what there is now: so nothing may be changed.
    await expect(run(`${EVIL}; echo x > made`)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect([settings(), readdirSync(root).includes('made')]).toEqual([['own', 'own'], false]);
  },
  100_000,
);
