import { mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFiles } from '../../test/support/write-files.ts';
import { cpuMs } from '../harness/process-usage.ts';
import { type Data, inEra } from '../harness/rpc.ts';
import { openSession, startStdio } from '../harness/stdio-client.ts';
import { BIN } from '../harness/toolgate.ts';

export interface Called {
  readonly ms: number;
  readonly data: Data;
}

/** The built program on a tree, without language servers, watched from outside. */
export interface MeasuredProgram {
  call(tool: string, args: Data): Promise<Called>;
  /** CPU time of the host and of what it started, so far. */
  cpu(): number;
  /** The most memory that the host and the reading process have had, in MB. */
  peak(): { readonly host: number; readonly reader: number };
  close(): Promise<void>;
}

export async function startProgram(place: string, root: string): Promise<MeasuredProgram> {
  mkdirSync(place, { recursive: true });
  writeFiles(place, { 'config.json': { code: { languageServers: 'off' } } });
  const config = ['--config', join(place, 'config.json'), '--data-dir', join(place, 'data')];
  const client = startStdio([BIN, 'stdio', '--in-process', ...config, '--root', root], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', HOME: place },
    logFd: openSync(join(place, 'log'), 'a'),
  });
  await openSession(client, 'modern');
  const pids = (): number[] => [client.pid, ...childrenOf(client.pid)];
  return {
    call: async (name, args) => {
      const startedAt = performance.now();
      const result = await client.request('tools/call', inEra('modern', { name, arguments: args }));
      return { ms: performance.now() - startedAt, data: result.structuredContent as Data }; // Sound: every tool answers with an object.
    },
    cpu: () => pids().reduce((sum, pid) => sum + cpuMs(pid), 0),
    peak: () => ({
      host: peakMb(client.pid),
      reader: Math.max(0, ...childrenOf(client.pid).map(peakMb)),
    }),
    close: () => client.close(),
  };
}

function childrenOf(pid: number): number[] {
  const own = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
  return own.flatMap((child) => [child, ...childrenOf(child)]);
}

const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
