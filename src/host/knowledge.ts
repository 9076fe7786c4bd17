import { join } from 'node:path';
import type { Caller } from '../core/call/caller.ts';
import type { Config } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import type { Embedder } from '../core/knowledge/embedder.ts';
import type { VectorStore } from '../core/knowledge/vector-store.ts';
import type { Log } from '../core/log.ts';
import { VERSION } from '../core/process/version.ts';
import type { CutText } from '../core/text/cut-text.ts';
import { once } from '../core/timing/once.ts';
import { createEgress } from '../engines/egress/egress.ts';
import type { AiSdkEmbeddingModel } from '../engines/knowledge/embedders/ai-sdk.ts';
import type { Knowledge, KnowledgeEngine } from '../engines/knowledge/knowledge.ts';
import type { createSearch } from '../engines/search/search.ts';
import type { KnowledgeFile } from '../store/knowledge/knowledge-file.ts';
import { lazily } from './lazily.ts';
import { packageRoot } from './package-root.ts';

interface KnowledgeHostParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly log: Log;
  /** From the environment, or from the store of secrets. */
  readonly secret: (name: string) => Promise<string | undefined>;
  /** Masks a secret in everything that leaves. */
  readonly hide: (secret: string) => void;
  readonly installation: string;
  /** Instead of the embedder that the configuration names. */
  readonly embeddingModel?: AiSdkEmbeddingModel | undefined;
}

const MAX_BYTES = 256 * 1024 * 1024;

type Owner = Omit<Parameters<Knowledge['forCall']>[0], 'search'> & { readonly cut: CutText };
type Searches = () => Promise<Pick<ReturnType<typeof createSearch>, 'forCall'>>;

/** The knowledge base, loaded with the first call that needs it. */
export function createHostKnowledge(parts: KnowledgeHostParts, search: Searches) {
  let loaded: Knowledge | undefined;
  const knowledge = once(async () => {
    loaded = await loadKnowledge(parts);
    return loaded;
  });
  const of = (owner: Owner): KnowledgeEngine =>
    lazily(async () => {
      const { forCall } = await search();
      return (await knowledge()).forCall({ ...owner, search: (signal) => forCall({ ...owner, signal }) });
    });
  return {
    of,
    /** For a person, who may have everything indexed but secrets. */
    forPerson: ({ cwd }: Pick<Caller, 'cwd'>, signal: AbortSignal): KnowledgeEngine =>
      of({
        caller: { cwd, roots: ['/'], principal: 'terminal', isPerson: true },
        signal,
        denied: undefined,
        cut: cutPlainly,
      }),
    isBusy: (): boolean => loaded?.isBusy ?? false,
    close: async (): Promise<void> => {
      await (await knowledge.made)?.close();
    },
  };
}

// A person sees their own files as they are.
const cutPlainly: CutText = (text, pieces) => pieces.map(({ start, end }) => text.slice(start, end));

/** With the store and the embedder that the configuration names. */
async function loadKnowledge(parts: KnowledgeHostParts): Promise<Knowledge> {
  const { createKnowledgeFile } = await import('../store/knowledge/knowledge-file.ts');
  const { createKnowledge } = await import('../engines/knowledge/knowledge.ts');
  const { createRoom } = await import('../engines/knowledge/room.ts');
  const { config, dataDir, log } = parts;
  // Where the build puts the model and the compiled kernels.
  const assets = join(packageRoot(), 'dist', 'knowledge');
  const file = createKnowledgeFile(join(dataDir, 'knowledge.db'), join(assets, 'scan.wasm'));
  const knowledge = createKnowledge({
    records: file,
    store: await createStore(parts, file),
    embedder: await createEmbedder(parts, assets),
    installation: parts.installation,
    maxFileBytes: config.knowledge.maxFileBytes,
    room: createRoom({ records: file, directory: dataDir, maxBytes: config.knowledge.maxMegabytes * 1e6 }),
    log,
  });
  return {
    forCall: knowledge.forCall,
    get isBusy() {
      return knowledge.isBusy;
    },
    close: async () => {
      await knowledge.close();
      await file.close();
    },
  };
}

async function createStore(parts: KnowledgeHostParts, file: KnowledgeFile): Promise<VectorStore> {
  const { store, chromaTenant: tenant, chromaDatabase: database, timeoutMs } = parts.config.knowledge;
  const chromaUrl = (await parts.secret('CHROMA_URL')) ?? parts.config.knowledge.chromaUrl;
  const postgresUrl = (await parts.secret('KNOWLEDGE_POSTGRES_URL')) ?? parts.config.knowledge.postgresUrl;
  if (store === 'chroma' || (store === 'auto' && chromaUrl !== '')) {
    const { createChromaStore } = await import('../engines/knowledge/stores/chroma.ts');
    const url = checked(chromaUrl || 'http://localhost:8000', 'CHROMA_URL', ['http:', 'https:']);
    const token = await hidden(parts, 'CHROMA_TOKEN');
    return createChromaStore({ url, tenant, database, token, fetch: fetchFor(url, timeoutMs) });
  }
  if (store === 'postgres' || (store === 'auto' && postgresUrl !== '')) {
    const { createPostgresStore } = await import('../engines/knowledge/stores/postgres.ts');
    const url = checked(postgresUrl, 'knowledge.postgresUrl', ['postgres:', 'postgresql:']);
    const { username, password } = new URL(url);
    // Who names a password like the user has no secret, and everything of that name would be masked.
    if (password !== '' && password !== username) parts.hide(decodeURIComponent(password));
    return createPostgresStore({ url, timeoutMs });
  }
  const { createEmbeddedStore } = await import('../store/knowledge/embedded-store.ts');
  return createEmbeddedStore(file);
}

async function createEmbedder(parts: KnowledgeHostParts, assets: string): Promise<Embedder> {
  const { embedder, embedderUrl, embedderModel, embedderBatch: batch, timeoutMs } = parts.config.knowledge;
  if (parts.embeddingModel) {
    const { createAiSdkEmbedder } = await import('../engines/knowledge/embedders/ai-sdk.ts');
    return createAiSdkEmbedder(parts.embeddingModel);
  }
  if (embedder === 'openai') {
    const { createOpenAiEmbedder } = await import('../engines/knowledge/embedders/openai.ts');
    const url = embedderUrl || 'https://api.openai.com/v1';
    const key = await hidden(parts, 'OPENAI_API_KEY');
    const model = embedderModel || 'text-embedding-3-small';
    return createOpenAiEmbedder({ url, model, batch, key, fetch: fetchFor(url, timeoutMs) });
  }
  if (embedder === 'ollama') {
    const { createOllamaEmbedder } = await import('../engines/knowledge/embedders/ollama.ts');
    const url = embedderUrl || 'http://127.0.0.1:11434';
    const model = embedderModel || 'nomic-embed-text';
    return createOllamaEmbedder({ url, model, batch, fetch: fetchFor(url, timeoutMs) });
  }
  const { createBuiltinEmbedder } = await import('../engines/knowledge/embedders/builtin.ts');
  return createBuiltinEmbedder(assets);
}

async function hidden({ secret, hide }: KnowledgeHostParts, name: string): Promise<string | undefined> {
  const value = await secret(name);
  if (value !== undefined && value !== '') hide(value);
  return value === '' ? undefined : value;
}

function checked(url: string, name: string, protocols: readonly string[]): string {
  if (protocols.includes(URL.parse(url)?.protocol ?? '')) return url;
  throw new UsageError(`${name} is "${url}", which is not a ${protocols.join(' or ')} address`);
}

/** For an address of the user's own configuration: it reaches that origin, private or not, and no other. */
const fetchFor = (url: string, timeoutMs: number): typeof globalThis.fetch =>
  createEgress({
    allowedOrigins: [new URL(url).origin],
    onlyAllowed: true,
    timeoutMs,
    maxBytes: MAX_BYTES,
    userAgent: `toolgate/${VERSION}`,
  }).fetch;
