import { readFileSync } from 'node:fs';
import { compileWasm } from '../../core/web-assembly.ts';
import { createCollections } from './collections.ts';
import { createDocuments } from './documents.ts';
import { createPassages } from './passages.ts';
import { createReembed } from './reembed.ts';
import { createSearch } from './search.ts';
import { createSources } from './sources.ts';
import { inWords, openKnowledge } from './state.ts';
import { createUsedBytes } from './used-bytes.ts';

/** Everything that can be asked of the knowledge base's file. */
export type KnowledgeActs = ReturnType<typeof createActs>;

/** One question to the thread. */
export interface KnowledgeQuestion {
  readonly act: keyof KnowledgeActs;
  readonly args: readonly unknown[];
}

export const createActs = (path: string, scanCode: string) => {
  const state = openKnowledge(path, compileWasm(readFileSync(scanCode)));
  return {
    ...createCollections(state),
    ...createDocuments(state),
    ...createPassages(state),
    ...createReembed(state),
    ...createSearch(state),
    ...createSources(state),
    ...createUsedBytes(state),
  };
};

/** Answers a question with what the act of that name returns. */
export const createAnswerer = (path: string, scanCode: string) => {
  const acts = createActs(path, scanCode);
  return ({ act, args }: KnowledgeQuestion): unknown => {
    try {
      // Sound: knowledge-file.ts asks with the arguments of the act it names.
      return (acts[act] as (...given: readonly unknown[]) => unknown)(...args);
    } catch (error) {
      throw inWords(error, path);
    }
  };
};
