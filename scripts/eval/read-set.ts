import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface JudgedSet {
  readonly documents: readonly { readonly id: string; readonly title: string; readonly text: string }[];
  readonly queries: readonly { readonly id: string; readonly text: string }[];
  /** By query, what each document is worth. */
  readonly judgements: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Reads a set; queries that nobody judged are left out. */
export function readSet(folder: string): JudgedSet {
  const judgements = new Map<string, Map<string, number>>();
  for (const line of linesOf(join(folder, 'qrels.tsv'))) {
    const [query = '', document = '', gain = '0'] = line.split('\t');
    judgements.set(query, (judgements.get(query) ?? new Map()).set(document, Number(gain)));
  }
  const queries = linesOf(join(folder, 'queries.jsonl')).map((line) => JSON.parse(line));
  return {
    documents: linesOf(join(folder, 'docs.jsonl')).map((line) => ({ title: '', ...JSON.parse(line) })),
    queries: queries.filter(({ id }) => judgements.has(id)),
    judgements,
  };
}

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
