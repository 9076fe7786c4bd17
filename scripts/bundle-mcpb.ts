// `npm run bundle:mcpb`: artifacts/toolgate.mcpb, which MCP clients install with a click. It holds the program and
// what it needs on this kind of machine, without the library and the reference pages.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '@anthropic-ai/mcpb/cli';

const LEFT_OUT = ['dist/lib', 'docs', 'examples'];

process.chdir(join(import.meta.dirname, '..'));
const folder = mkdtempSync(join(tmpdir(), 'toolgate-mcpb-'));
try {
  const bundle = join(folder, 'package');
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], process.cwd());
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  run('tar', ['-xzf', tarball], folder);
  for (const path of LEFT_OUT) rmSync(join(bundle, path), { recursive: true, force: true });
  run('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-package-lock'], bundle);
  // Language servers, which are optional and more than the rest together.
  for (const name of ['pyright', 'typescript', '@typescript'])
    rmSync(join(bundle, 'node_modules', name), { recursive: true, force: true });
  cpSync('packaging/manifest.json', join(bundle, 'manifest.json'));
  mkdirSync('artifacts', { recursive: true });
  const outputPath = 'artifacts/toolgate.mcpb';
  if (!(await packExtension({ extensionPath: bundle, outputPath, silent: true })))
    throw new Error('The bundle was not made');
  console.log(`${outputPath}: ${(statSync(outputPath).size / 1e6).toFixed(1)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(program: string, args: readonly string[], cwd: string): void {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
