export interface Scores {
  readonly ndcg: number;
  readonly recall: number;
}

/** The means over all judged queries; one without an answer counts as nothing found. */
export function measure(
  answers: ReadonlyMap<string, readonly string[]>,
  judgements: ReadonlyMap<string, ReadonlyMap<string, number>>,
  top: number,
): Scores {
  let [ndcg, recall] = [0, 0];
  for (const [query, gains] of judgements) {
    const found = (answers.get(query) ?? []).slice(0, top);
    const best = [...gains.values()].sort((a, b) => b - a).slice(0, top);
    ndcg += sum(found.map((id) => gains.get(id) ?? 0)) / (sum(best) || 1);
    recall +=
      found.filter((id) => (gains.get(id) ?? 0) > 0).length / (best.filter((gain) => gain > 0).length || 1);
  }
  return { ndcg: ndcg / judgements.size, recall: recall / judgements.size };
}

/** What is found later counts less. */
const sum = (gains: readonly number[]): number =>
  gains.reduce((total, gain, place) => total + (2 ** gain - 1) / Math.log2(place + 2), 0);
