import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import type { Log } from '../core/log.ts';
import type { Knowledge } from '../engines/knowledge/knowledge.ts';
import { packageRoot } from './package-root.ts';

interface KnowledgeHostParts {
  readonly config: Config;
  readonly dataDir: string;
  readonly log: Log;
}

/** Where the build puts the model and the compiled kernels. */
const assetsFolder = (): string => join(packageRoot(), 'dist', 'knowledge');

/** The knowledge base with the store and the embedder that the configuration names. */
export async function createHostKnowledge({ config, dataDir, log }: KnowledgeHostParts): Promise<Knowledge> {
  const { createKnowledgeFile } = await import('../store/knowledge/knowledge-file.ts');
  const { createEmbeddedStore } = await import('../store/knowledge/embedded-store.ts');
  const { createKnowledge } = await import('../engines/knowledge/knowledge.ts');
  const { createBuiltinEmbedder } = await import('../engines/knowledge/builtin-embedder.ts');
  const assets = assetsFolder();
  const file = createKnowledgeFile(join(dataDir, 'knowledge.db'), join(assets, 'scan.wasm'));
  const knowledge = createKnowledge({
    records: file,
    store: createEmbeddedStore(file),
    embedder: createBuiltinEmbedder(assets),
    assets,
    maxFileBytes: config.knowledge.maxFileBytes,
    log,
  });
  return {
    forCall: knowledge.forCall,
    close: async () => {
      await knowledge.close();
      await file.close();
    },
  };
}
