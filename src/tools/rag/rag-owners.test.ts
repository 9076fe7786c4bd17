import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestHost, dataOf } from '../../../test/support/host.ts';
import { startChroma, startPostgres, type TestServer } from '../../../test/support/knowledge-servers.ts';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { writeFiles } from '../../../test/support/write-files.ts';
import { configSchema } from '../../core/config.ts';
import { callerWith } from '../../host/agent.ts';

type Data = Record<string, unknown>;

let servers: { readonly chroma: TestServer; readonly postgres: TestServer };
beforeAll(async () => {
  const [chroma, postgres] = await Promise.all([startChroma(), startPostgres()]);
  servers = { chroma, postgres };
}, 90_000);
afterAll(async () => {
  await Promise.all([servers.chroma.stop(), servers.postgres.stop()]);
});

const ALLOWED = {
  rag_index: 'allowed',
  rag_delete: 'allowed',
  rag_delete_collection: 'allowed',
};

function hostWith(store: string) {
  const address = { chroma: 'chromaUrl', postgres: 'postgresUrl' }[store];
  const url = store === 'embedded' ? undefined : servers[store as keyof typeof servers].url;
  const settings = {
    toolPermissions: ALLOWED,
    ...(address !== undefined && { knowledge: { [address]: url } }),
  };
  // Open to everybody: each works in a directory of its own below it.
  const { host, root } = createTestHost({ ...settings, roots: [tmpdir()] });
  const config = configSchema.parse(settings);
  const agent = (principal: string, cwd: string) => async (tool: string, args: Data) => {
    const caller = { ...callerWith(config, 'stdio', { cwd, env: {} }), principal, session: principal };
    return dataOf(await host.call({ tool, args, caller }));
  };
  return { host, root, agent };
}

const idsIn = ({ results }: Data): string[] => (results as { id: string }[]).map(({ id }) => id);
const namesIn = ({ collections }: Data): string[] =>
  (collections as { name: string }[]).map(({ name }) => name);

test.each(['embedded', 'chroma', 'postgres'])(
  'what is handed over to the %s store belongs to the principal and the root that did it',
  async (store) => {
    const { host, root, agent } = hostWith(store);
    const collection = `owners-${store}`;
    const ann = agent('token:ann', root);
    const others = [agent('token:bob', root), agent('token:ann', temporaryDirectory())];
    const note = (content: string) => ({ documents: [{ id: 'note', content }], collection });
    const ask = { query: 'giraffe', collection };
    await ann('rag_index', note('The giraffe of ann.'));
    expect(await ann('rag_query', ask)).toMatchObject({
      results: [{ id: 'note', content: 'The giraffe of ann.' }],
    });
    expect(namesIn(await ann('rag_list_collections', {}))).toContain(collection);
    for (const other of others) {
      expect(idsIn(await other('rag_query', ask))).toEqual([]);
      expect(namesIn(await other('rag_list_collections', {}))).not.toContain(collection);
      for (const ids of [['note'], [`given/token%3Aann${root} note`]])
        expect(await other('rag_delete', { ids, collection })).toEqual({ deleted: 0 });
      expect(await other('rag_delete', { filter: { x: { $ne: 1 } }, collection })).toEqual({ deleted: 0 });
      await expect(other('rag_delete_collection', { collection })).rejects.toThrow('NOT_FOUND');
    }
    // The same name is another document for another principal.
    const [bob] = others;
    await bob?.('rag_index', note('A giraffe of bob.'));
    expect(await bob?.('rag_delete_collection', { collection })).toMatchObject({ documents: 1 });
    expect(await ann('rag_query', ask)).toMatchObject({ results: [{ content: 'The giraffe of ann.' }] });

    // Files go by who may read them.
    writeFiles(root, { 'zoo.md': '# Zoo\n\nThe zebra is shared.\n' });
    await ann('rag_index', { path: 'zoo.md', collection });
    const zebra = { query: 'zebra', collection, topK: 1 };
    expect(await bob?.('rag_query', zebra)).toMatchObject({ results: [{ path: 'zoo.md' }] });

    const person = host.knowledgeFor({ cwd: root }, AbortSignal.timeout(20_000));
    const { results } = await person.query(collection, 'giraffe', { topK: 1, filter: undefined });
    expect(results).toMatchObject([{ id: 'note', content: 'The giraffe of ann.' }]);
    expect(await ann('rag_delete', { ids: ['note'], collection })).toEqual({ deleted: 1 });
    expect(await ann('rag_delete_collection', { collection })).toMatchObject({ documents: 1 });
    expect(namesIn(await ann('rag_list_collections', {}))).not.toContain(collection);
  },
  60_000,
);
