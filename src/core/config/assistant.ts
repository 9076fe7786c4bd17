import * as z from 'zod';

const positive = z.number().int().positive();
const price = z.number().min(0);

/** Where models come from; `compatible` is any service that speaks OpenAI's interface. */
export const PROVIDERS = ['anthropic', 'openai', 'google', 'compatible'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

export const assistant = z.strictObject({
  provider: z
    .enum(['auto', ...PROVIDERS])
    .default('auto')
    .describe('Who answers in toolgate chat; auto: an address if one is set, else the first with a key'),
  model: z.string().default('').describe('Its model; empty means the usual one of the provider'),
  url: z
    .string()
    .default('')
    .refine(
      (text) => text === '' || ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''),
      'must be an http or https address',
    )
    .describe(
      'Address of an OpenAI-compatible service, such as http://localhost:11434/v1, or of the provider above',
    ),
  profile: z.enum(['core', 'full']).default('core').describe('core: the model gets the small set of tools'),
  maxSteps: positive
    .default(40)
    .describe('Answers of the model in one turn; then a person is asked whether to continue'),
  retries: z
    .number()
    .int()
    .min(0)
    .max(10)
    .default(3)
    .describe('Retries after 429, 5xx and broken streams, for each answer'),
  timeoutMs: positive.default(600_000).describe('Time that one answer of the model gets'),
  contextTokens: positive
    .default(120_000)
    .describe('Beyond this, older messages of a conversation are replaced by a summary'),
  maxOutputTokens: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe('Longest answer of the model; 0 leaves it to the provider'),
  prices: z
    .record(z.string(), z.strictObject({ input: price, output: price, cached: price.optional() }))
    .default({})
    .describe('By model, dollars for a million tokens: {"input": 3, "output": 15, "cached": 0.3}'),
});
