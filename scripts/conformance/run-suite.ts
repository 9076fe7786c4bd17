import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CheckReport, readChecks } from './read-checks.ts';
import { startServer } from './start-server.ts';

const SUITE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const REVISIONS = ['2025-11-25', '2026-07-28'];
/** Extensions are in no revision's requirements as a whole, so their scenarios run one by one. */
const EXTENSIONS = ['tasks', 'sep-2640'];
const RUN_LIMIT_MS = 240_000;

export interface GroupResult extends CheckReport {
  readonly group: string;
}

/** Runs the public conformance suite against the built program. */
export async function runSuite(onGroup: (group: string) => void = () => {}): Promise<GroupResult[]> {
  const server = await startServer();
  const outDir = mkdtempSync(join(tmpdir(), 'toolgate-checks-'));
  try {
    const results: GroupResult[] = [];
    for (const [group, runs] of await planGroups()) {
      onGroup(group);
      const groupDir = join(outDir, group);
      const scenarios: string[] = [];
      // One after the other: scenarios watch notices that another one's calls would cause.
      for (const args of runs) {
        const output = await suite(['server', '--url', server.url, ...args, '-o', groupDir]);
        scenarios.push(...scenariosIn(output));
      }
      results.push({ group, ...readChecks(groupDir, scenarios) });
    }
    return results;
  } finally {
    await server.stop();
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Each group with the arguments of the runs it takes. */
async function planGroups(): Promise<[string, string[][]][]> {
  const listed = await suite(['list', '--server']);
  const scenarios = [...listed.matchAll(/^ +- (\S+)/gm)].map(([, name = '']) => name);
  return [
    ...REVISIONS.map((revision): [string, string[][]] => [revision, [['--requirements', revision]]]),
    ...EXTENSIONS.map((prefix): [string, string[][]] => [
      prefix,
      scenarios.filter((name) => name.startsWith(`${prefix}-`)).map((name) => ['--scenario', name]),
    ]),
  ];
}

const scenariosIn = (output: string): string[] =>
  [...output.matchAll(/^Running client scenario '(.+?)'/gm)].map(([, name = '']) => name);

/** A run with failed checks ends with 1; what failed is in its files, so only a run that could not end is an error. */
function suite(args: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const options = { timeout: RUN_LIMIT_MS, maxBuffer: 64 * 1024 * 1024 };
  execFile(process.execPath, [SUITE, ...args], options, (error, stdout, stderr) => {
    if (error === null || error.code === 1) return resolve(stdout);
    const reason = error.killed ? `took longer than ${RUN_LIMIT_MS} ms` : error.message;
    return reject(new Error(`conformance ${args.join(' ')} ${reason}\n${stderr}`));
  });
  return promise;
}
