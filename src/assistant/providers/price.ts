import type { LanguageModelUsage } from 'ai';
import type { Usage } from '../../core/assistant/conversation.ts';

type Counts = Omit<Usage, 'cost'>;
type Price = { readonly input: number; readonly output: number; readonly cached?: number | undefined };

export const usageOf = ({ inputTokens, inputTokenDetails, outputTokens }: LanguageModelUsage): Counts => ({
  inputTokens: inputTokens ?? 0,
  cachedTokens: inputTokenDetails.cacheReadTokens ?? 0,
  outputTokens: outputTokens ?? 0,
});

/** Prices change and differ by contract, so they are the user's to set; without one there is no cost. */
export function priced(usage: Counts, price: Price | undefined): Usage {
  if (!price) return { ...usage, cost: null };
  const { inputTokens, cachedTokens, outputTokens } = usage;
  const input = (inputTokens - cachedTokens) * price.input + cachedTokens * (price.cached ?? price.input);
  return { ...usage, cost: (input + outputTokens * price.output) / 1_000_000 };
}

/** What a conversation took so far; a cost only where every part of it has one. */
export const totalOf = (usages: readonly (Usage | null)[]): Usage =>
  usages.reduce<Usage>(
    (sum, usage) => ({
      inputTokens: sum.inputTokens + (usage?.inputTokens ?? 0),
      cachedTokens: sum.cachedTokens + (usage?.cachedTokens ?? 0),
      outputTokens: sum.outputTokens + (usage?.outputTokens ?? 0),
      cost:
        usage === null ? sum.cost : sum.cost === null || usage.cost === null ? null : sum.cost + usage.cost,
    }),
    { inputTokens: 0, cachedTokens: 0, outputTokens: 0, cost: 0 },
  );
