import * as z from 'zod';

const positive = z.number().int().positive();

const address = (about: string) =>
  z
    .string()
    .default('')
    .refine(
      (text) => text === '' || ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''),
      'must be an http or https address',
    )
    .describe(about);

export const knowledge = z.strictObject({
  store: z
    .enum(['auto', 'embedded', 'chroma', 'postgres'])
    .default('auto')
    .describe(
      'Where the knowledge base is kept; auto: Chroma where an address is set, else a file of our own',
    ),
  chromaUrl: address('Address of a Chroma server; CHROMA_URL in the environment comes first'),
  chromaTenant: z.string().default('default_tenant').describe('Tenant on the Chroma server'),
  chromaDatabase: z.string().default('default_database').describe('Database on the Chroma server'),
  postgresUrl: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || ['postgres:', 'postgresql:'].includes(URL.parse(text)?.protocol ?? ''),
      'must be a postgres:// address',
    )
    .describe('Postgres with pgvector; a password belongs into the secret KNOWLEDGE_POSTGRES_URL instead'),
  embedder: z
    .enum(['builtin', 'openai', 'ollama'])
    .default('builtin')
    .describe('builtin: all-MiniLM-L6-v2, offline; openai: any service with that interface'),
  embedderUrl: address(
    'Address of the embedding service; empty means the public one, or Ollama on this machine',
  ),
  embedderModel: z.string().default('').describe('Model of the embedding service; empty means its usual one'),
  embedderBatch: positive.default(64).describe('Texts sent to the embedding service at once'),
  timeoutMs: positive.default(30_000).describe('Time that a request to a store or an embedding service gets'),
  maxMegabytes: positive
    .default(2000)
    .describe('Most that the knowledge base takes on this machine; what does not fit is refused'),
  maxFileBytes: positive.default(16_777_216).describe('Largest file that is indexed'),
});
