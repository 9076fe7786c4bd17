import { resolve } from 'node:path';
import { counted } from '../../core/text/counted.ts';
import { visibleLine } from '../../core/text/visible.ts';
import { type HostClient, withClient } from '../host-client.ts';
import { defineAct, defineGroup } from '../line/command.ts';
import { countFlag, switchFlag, textFlag } from '../line/flag.ts';
import { print, printJson, printLines, say } from '../print.ts';
import { createProgressBar } from '../progress-bar.ts';

interface Source {
  readonly path: string;
  readonly state: string;
  readonly done: number;
  readonly total: number;
  readonly files?: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
  readonly error?: string;
}
interface Collection {
  readonly name: string;
  readonly embedder?: string;
  readonly documents: number;
  readonly vectors: { readonly done: number; readonly total: number };
  readonly sources: readonly Source[];
}

const collection = textFlag('collection', {
  value: 'NAME',
  takes: 'the name of a collection',
  about: 'another collection than "default"',
});
const POLL_MS = 250;

export const knowledge = defineGroup({
  name: 'knowledge',
  section: 'work',
  about: 'manage and search the knowledge base',
  more: 'Words are found as soon as files are read; vectors follow in the background.',
  acts: {
    add: defineAct({
      about: 'index a file or directory and keep it up to date',
      words: 'PATH',
      flags: {
        collection,
        includeIgnored: switchFlag('include-ignored', 'ignored files, too'),
        background: switchFlag('background', 'return at once; the host continues'),
      },
      run: ({ words: [path = ''], flags }) =>
        withClient(flags, async (client) => {
          const name = flags.collection ?? 'default';
          const { includeIgnored } = flags;
          const added = (await client.request('admin/knowledge/add', {
            path: resolve(path),
            collection: name,
            includeIgnored,
          })) as unknown as { source: Source };
          const shown = flags.background ? undefined : await follow(client, name, added.source.path);
          const source = shown?.source ?? added.source;
          if (flags.json) return printJson(shown?.found ?? added);
          return report(name, source, shown?.found);
        }),
    }),
    status: defineAct({
      about: 'collections, their paths, and how far indexing is',
      run: ({ flags }) =>
        withClient(flags, async (client) => {
          const all = await statusOf(client);
          if (flags.json) return printJson(all);
          if (all.length === 0) return say('There is nothing yet; toolgate knowledge add PATH begins.');
          return print(all.map(shownCollection).join('\n'));
        }),
    }),
    search: defineAct({
      about: 'what agents would find',
      words: 'QUERY',
      flags: { collection, limit: countFlag('limit', 'at most this many results') },
      run: ({ words: [query = ''], flags }) =>
        withClient(flags, async (client) => {
          const found = (await client.request('admin/knowledge/search', {
            query,
            collection: flags.collection ?? 'default',
            topK: flags.limit ?? 5,
          })) as unknown as Found;
          return flags.json ? printJson(found) : print(shownResults(found));
        }),
    }),
    remove: defineAct({
      about: 'take a path out, or without one the whole collection; files on the disk stay',
      words: '[PATH]',
      flags: { collection },
      run: ({ words: [path], flags }) =>
        withClient(flags, async (client) => {
          const name = flags.collection ?? 'default';
          const removed = await client.request('admin/knowledge/remove', {
            collection: name,
            ...(path !== undefined && { path: resolve(path) }),
          });
          if (flags.json) return printJson(removed);
          const what = path === undefined ? `the collection "${name}"` : `${path} from "${name}"`;
          return print(
            `Removed ${what}: ${counted(Number(removed.documents), 'document')}. Files on the disk stay.`,
          );
        }),
    }),
    reindex: defineAct({
      about: 'rebuild all vectors of a collection',
      words: '[COLLECTION]',
      run: ({ words: [name = 'default'], flags }) =>
        withClient(flags, async (client) => {
          await client.request('admin/knowledge/reindex', { collection: name });
          const { found } = await follow(client, name);
          return flags.json ? printJson(found) : print(shownCollection(found));
        }),
    }),
  },
});

/** Shows how far it is until all files are read and all vectors are there; Ctrl-C leaves the rest to the host. */
async function follow(
  client: HostClient,
  name: string,
  path?: string,
): Promise<{ found: Collection; source: Source | undefined }> {
  const bar = createProgressBar();
  for (;;) {
    const found = (await statusOf(client)).find((one) => one.name === name);
    if (!found) throw new Error(`The collection "${name}" is gone`);
    const source = found.sources.find((one) => one.path === path);
    const reading = found.sources.find(({ state }) => state === 'scanning');
    const { done, total } = found.vectors;
    if (!reading && (done >= total || source?.state === 'failed')) {
      bar.clear();
      return { found, source };
    }
    if (reading) bar.show(reading.done, reading.total, 'files read');
    else bar.show(done, total, 'vectors; words are found already, Ctrl-C leaves the rest to the host');
    await new Promise((wake) => setTimeout(wake, POLL_MS));
  }
}

const statusOf = async (client: HostClient): Promise<readonly Collection[]> =>
  // Sound: the act's output has this shape.
  ((await client.request('admin/knowledge/status', {})) as unknown as { collections: Collection[] })
    .collections;

function report(name: string, source: Source, found: Collection | undefined): number {
  print([visibleLine(shownSource(source)), ...(found ? [`${name}: ${shownVectors(found)}`] : [])].join('\n'));
  for (const { path, reason } of source.problems) printLines([`  left out ${path}: ${reason}`]);
  return source.state === 'failed' ? 1 : 0;
}

const shownCollection = (found: Collection): string =>
  [
    `${found.name}: ${counted(found.documents, 'document')}, ${shownVectors(found)}`,
    ...found.sources.map((source) => `  ${shownSource(source)}`),
  ]
    .map(visibleLine)
    .join('\n');

const shownVectors = ({ vectors: { done, total }, embedder }: Collection): string =>
  `${done} of ${total} vectors${embedder === undefined ? '' : ` by ${embedder}`}`;

function shownSource({ path, state, done, total, files, skipped, error }: Source): string {
  const left = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  return [
    `${path}: ${state === 'scanning' ? `reading, ${done} of ${counted(total, 'file')}` : `${counted(files ?? 0, 'file')}, ${state}`}`,
    ...(left.length > 0 ? [`left out ${left.join(', ')}`] : []),
    ...(error === undefined ? [] : [error]),
  ].join('; ');
}

interface Found {
  readonly results: readonly {
    readonly id: string;
    readonly content: string;
    readonly relevanceScore: number;
    readonly path?: string;
    readonly startLine: number;
    readonly endLine: number;
  }[];
  readonly mode: string;
  readonly notes: readonly string[];
}

const shownResults = ({ results, notes }: Found): string =>
  [
    ...(results.length === 0 ? ['Nothing found.'] : []),
    ...results.map(
      ({ id, path, startLine, endLine, relevanceScore, content }) =>
        `${path === undefined ? id : `${path}:${startLine}-${endLine}`}  ${relevanceScore.toFixed(3)}\n${indented(content)}`,
    ),
    ...notes,
  ].join('\n');

const indented = (text: string): string =>
  text
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');
