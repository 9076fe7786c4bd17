import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import { BIN, temporaryDirectory } from '../support/program.ts';

const ROOT = join(import.meta.dirname, '../..');
const pkg = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

test('publint finds nothing wrong with the package', async () => {
  const { messages } = await publint({ pkgDir: ROOT, strict: true, pack: false });
  expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
});

test('its types are found by everybody who can import it', async () => {
  const folder = join(ROOT, 'dist/lib');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.d\.ts$|\.js$/.test(file),
  );
  const at = (file: string) => `/node_modules/${pkg.name}/${file}`;
  const contents = {
    [at('package.json')]: JSON.stringify(pkg),
    ...Object.fromEntries(
      files.map((file) => [at(`dist/lib/${file}`), readFileSync(join(folder, file), 'utf8')]),
    ),
  };
  const result = await checkPackage(new Package(contents, pkg.name, pkg.version));
  if (!result.types) throw new Error('The package has no types');
  // The package is made of modules for Node 24: it has nothing for node10, and `require` of modules works there.
  const problems = result.problems.filter(
    (problem) =>
      problem.kind !== 'CJSResolvesToESM' &&
      !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  );
  expect(problems).toEqual([]);
});

test('importing the package loads nothing of the host, of zod or of the AI SDK', () => {
  const code = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import('toolgate');
    console.log(JSON.stringify(loaded.filter((url) => url.startsWith('file:'))));
  `;
  const loaded = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT, encoding: 'utf8' }),
  ) as string[];
  expect(loaded.filter((url) => /node_modules|\/host\/|\/gate\/|\/engines\//.test(url))).toEqual([]);
  expect(loaded.length).toBeLessThan(60);
});

test('a host that nobody talks to through the AI SDK loads nothing of it', () => {
  const hook = `
    import { registerHooks } from 'node:module';
    import { writeFileSync } from 'node:fs';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    process.on('exit', () => writeFileSync(2, JSON.stringify(loaded.filter((url) => url.startsWith('file:')))));
  `;
  const dataDir = temporaryDirectory();
  const { stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      BIN,
      'stdio',
      '--in-process',
      '--data-dir',
      dataDir,
    ],
    { input: '', encoding: 'utf8', env: { ...process.env, HOME: dataDir } },
  );
  const loaded = JSON.parse(stderr.slice(stderr.lastIndexOf('['))) as string[];
  expect(loaded.length).toBeGreaterThan(3);
  const withSdk = loaded.filter((url) => readFileSync(fileURLToPath(url), 'utf8').includes('vercel.ai.'));
  expect(withSdk).toEqual([]);
});
