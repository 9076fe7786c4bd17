import { resolve } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import type { CommandLine, Flags } from '../../core/flags.ts';
import type { Project, RegisteredProject } from '../../core/project.ts';
import { connectClient, type HostClient } from '../host-client.ts';

/** list | add PATH [--name NAME] | remove ID. */
export async function projects({ words, flags }: CommandLine): Promise<number> {
  const [act = 'list', given] = words;
  if (act !== 'list' && given === undefined)
    throw new UsageError(`Which project? toolgate projects ${act} ${act === 'add' ? 'PATH' : 'ID'}`);
  const client = await connectClient(flags);
  try {
    print(await answer(client, act, given ?? '', flags));
    return 0;
  } finally {
    client.close();
  }
}

async function answer(client: HostClient, act: string, given: string, flags: Flags): Promise<string> {
  const result = await client.request(`admin/projects/${act}`, requestFor(act, given, flags));
  if (flags.json) return JSON.stringify(act === 'list' ? result.projects : result, null, 2);
  if (act === 'list') return listed(result.projects as RegisteredProject[]);
  if (act === 'remove') return `Forgot ${String(result.name)} (${String(result.path)}); its files stay.`;
  const { project, created } = result as unknown as { project: Project; created: boolean };
  const { name, path, id, ecosystems } = project;
  return `${created ? 'Registered' : 'Known already:'} ${name} (${ecosystems.join(', ')}) ${path} as ${id}`;
}

const requestFor = (act: string, given: string, { name }: Flags): Record<string, unknown> =>
  act === 'add' ? { path: resolve(given), ...(name !== undefined && { name }) } : { id: given };

const listed = (all: readonly RegisteredProject[]): string =>
  all.length === 0
    ? 'No project is registered; toolgate projects add PATH registers one.'
    : all.map(({ id, name, path }) => `${id}  ${name.padEnd(24)} ${path}`).join('\n');

const print = (text: string): void => void process.stdout.write(`${text}\n`);
