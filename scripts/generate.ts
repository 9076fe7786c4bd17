// Writes everything that is derived from the definitions: catalogue, reference pages, config schema.
// With --check nothing is written; a file that is out of date is an error.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeTools } from './generate/catalog.ts';
import { commandFacts, commandsPage } from './generate/commands-page.ts';
import { configFacts, configPage, configSchemaFile } from './generate/config-page.ts';
import { pageClient } from './generate/page-client.ts';
import { toolsPage } from './generate/tools-page.ts';

const catalog = await describeTools();
const commands = await commandFacts();
const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;
const files: Record<string, string> = {
  'src/host/catalog.gen.json': json(catalog),
  'src/host/config.gen.json': json(configFacts()),
  'src/cli/commands.gen.json': json(commands),
  'docs/tools.md': toolsPage(catalog),
  'docs/commands.md': commandsPage(commands),
  'docs/config.md': configPage(),
  'page/api/acts.gen.ts': pageClient(),
  'docs/config.schema.json': json(configSchemaFile()),
};

const stale = Object.entries(files).filter(
  ([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text,
);
if (process.argv.includes('--check')) {
  for (const [path] of stale) process.stderr.write(`${path} is out of date: run npm run generate\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of stale) writeFileSync(path, text);
  process.stdout.write(`${catalog.length} tools; ${stale.length} files written\n`);
}
