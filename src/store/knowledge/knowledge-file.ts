import { createThread } from '../thread.ts';
import type { KnowledgeActs, KnowledgeQuestion } from './acts.ts';

/** The knowledge base's own file, which a thread reads and writes: no query holds up the event loop. */
export type KnowledgeFile = {
  readonly [Act in keyof KnowledgeActs]: (
    ...args: Parameters<KnowledgeActs[Act]>
  ) => Promise<ReturnType<KnowledgeActs[Act]>>;
} & { close(): Promise<void> };

/** `scanCode` is the compiled wasm/scan.ts. */
export function createKnowledgeFile(path: string, scanCode: string): KnowledgeFile {
  const thread = createThread<KnowledgeQuestion, unknown>('knowledge-thread', path, scanCode);
  // Sound: the thread answers every act with what the act returns.
  return new Proxy({} as KnowledgeFile, {
    get: (_target, act: keyof KnowledgeActs | 'close' | 'then') => {
      if (act === 'then') return undefined;
      return act === 'close' ? thread.close : (...args: readonly unknown[]) => thread.ask({ act, args });
    },
  });
}
