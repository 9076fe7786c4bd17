import type { KnowledgeState } from './state.ts';

export const createUsedBytes = ({ db }: KnowledgeState) => ({
  /** Of the file, without the pages that the next document would take. */
  usedBytes: (): number => {
    const pragma = (name: string): number =>
      Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  },
});
