import { readAudit } from './audit-file.ts';
import { type LineClient, startLineClient } from './line-client.ts';
import { temporaryDirectory } from './program.ts';

/** The two ways to run `toolgate stdio`: a pipe to the host in the background, and the host itself. */
export const WAYS = ['pipe', 'in-process'] as const;
export type Way = (typeof WAYS)[number];

export interface StdioOptions {
  /** A fresh one if it is not given. */
  readonly dataDir?: string;
  /** The directory that is open; the current one if it is not given. */
  readonly root?: string;
  /** Other packs than those every test can do with. */
  readonly packs?: string;
  readonly args?: readonly string[];
}

/** The command line for a way to run, with every tool, fixture, prompt and resource there is to test with. */
export function stdioArgs(way: Way, options: StdioOptions = {}): string[] {
  const {
    dataDir = temporaryDirectory(),
    root,
    packs: chosen = 'conformance,filesystem,ci,gate',
    args = [],
  } = options;
  const packs = ['--pack', chosen];
  const roots = root === undefined ? [] : ['--root', root];
  return [
    'stdio',
    '--data-dir',
    dataDir,
    ...packs,
    ...roots,
    ...args,
    ...(way === 'pipe' ? [] : ['--in-process']),
  ];
}

export const startStdio = (way: Way, options: StdioOptions = {}): LineClient =>
  startLineClient(stdioArgs(way, options));

export interface Recorded {
  readonly kind: string;
  readonly tool: string;
  readonly code: string | null;
}

/** What the record of a data directory holds, read beside its owner. */
export function recorded(dataDir: string): Recorded[] {
  const entries = readAudit(dataDir);
  return entries.map(({ kind, body }) => {
    const intent = entries.find(({ seq }) => seq === body.intent);
    return {
      kind,
      tool: String((intent?.body ?? body).tool),
      code: (body.code as string | undefined) ?? null,
    };
  });
}

/** Whether a call of this tool has begun: its intent is written as the last act before it runs. */
export const hasBegun = (dataDir: string, tool: string): boolean =>
  recorded(dataDir).some((entry) => entry.kind === 'intent' && entry.tool === tool);
