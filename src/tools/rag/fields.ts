import * as z from 'zod';

export const collection = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}[A-Za-z0-9]$/,
    'a name has 3 to 64 letters, digits, dots, dashes or underscores, and a letter or digit at both ends',
  )
  .default('default')
  .describe('Name of the collection');

export const metadata = z.record(z.string(), z.json()).describe('Facts to filter by');

export const filter = z
  .record(z.string(), z.json())
  .describe('On metadata: {lang:"ts", year:{$gte:2020}}; $eq $ne $gt $gte $lt $lte $in $nin $and $or');

export const document = z.strictObject({
  id: z
    .string()
    .max(2048)
    .optional()
    .describe('The same id replaces; without one, one is made of the content'),
  content: z.string().describe('Text; long ones are cut into chunks'),
  metadata: metadata.optional(),
  embedding: z.array(z.number()).max(8192).optional().describe('A vector of your own, of the right size'),
});

export const vectors = z
  .strictObject({
    done: z.number().describe('Chunks with a vector'),
    total: z.number().describe('All chunks'),
  })
  .describe('Of the collection; until all are done, some chunks are found by words only');

/** The share of chunks that have their vector, for people. */
export const vectorsText = ({ done, total }: { done: number; total: number }): string =>
  done === total ? `all ${total} vectors ready` : `${done} of ${total} vectors ready, the rest follow`;
