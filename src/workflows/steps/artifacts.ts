import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Artifact } from '../../core/workflow/execution.ts';
import type { Services } from '../services.ts';
import { takeRoom } from './room-for-artifacts.ts';
import { callerOfRun } from './run-caller.ts';
import type { RunWork } from './run-work.ts';
import type { Attempt } from './step-actions.ts';

const MOST_FILES = 100;
const MOST_BYTES = 10_485_760;

/** Copies files a step made to where they outlast the project; read through the gate, so nothing outside the roots. */
export async function keepArtifacts(
  { run, step, signal }: Attempt,
  services: Services,
  directory: string,
): Promise<readonly Artifact[]> {
  const { caller: kept } = run.work as RunWork;
  const caller = callerOfRun(run.runId, kept, services);
  const from = resolve(kept.cwd ?? '/', step.cwd ?? '.');
  const call = async (tool: string, args: Record<string, unknown>) => {
    const answer = await services.call({
      tool,
      args,
      caller,
      signal,
      parent: { kind: 'run', id: run.runId },
    });
    return answer.kind === 'result' && answer.ok ? answer.data : undefined;
  };
  const found: Artifact[] = [];
  for (const pattern of step.artifacts ?? []) {
    const { files = [] } = ((await call('search_files', {
      pattern,
      path: from,
      limit: MOST_FILES,
      includeIgnored: true,
    })) ?? {}) as { files?: string[] };
    for (const file of files.slice(0, MOST_FILES - found.length)) {
      const path = resolve(kept.cwd ?? '/', file);
      const read = await call('read_file', { path, encoding: 'base64', maxBytes: MOST_BYTES });
      if (read === undefined || read.truncated === true) continue;
      const bytes = Buffer.from(String(read.content), 'base64');
      const keptAt = join(directory, run.runId, step.id, relative(from, path).replaceAll('..', '_'));
      mkdirSync(dirname(keptAt), { recursive: true, mode: 0o700 });
      await takeRoom(bytes.length, directory, run.runId);
      writeFileSync(keptAt, bytes, { mode: 0o600 });
      found.push({ path, size: bytes.length, sha256: hash('sha256', bytes), keptAt });
    }
  }
  return found;
}
