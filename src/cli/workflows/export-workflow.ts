import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import type { HostClient } from '../host-client.ts';
import { print, printJson } from '../print.ts';
import { theWorkflow } from './find-workflows.ts';

interface Options {
  readonly file: string | undefined;
  readonly force: boolean;
  readonly json: boolean;
}

/** Writes a workflow as YAML, to a file or to stdout; imported again, it is the same. */
export async function exportWorkflow(
  client: HostClient,
  name: string,
  { file, force, json }: Options,
): Promise<number> {
  const { workflowId, yaml } = await theWorkflow(client, name);
  if (file !== undefined) write(file, yaml, force);
  if (json) return printJson({ workflowId, ...(file === undefined ? { yaml } : { file }) });
  if (file !== undefined) return print(`Wrote ${workflowId} to ${file}.`);
  process.stdout.write(yaml);
  return 0;
}

function write(file: string, yaml: string, force: boolean): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, yaml, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new UsageError(`${file} exists already; --force writes over it.`);
    throw new UsageError(`${file} cannot be written: ${message}.`);
  }
}
