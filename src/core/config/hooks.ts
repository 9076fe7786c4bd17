import * as z from 'zod';

const milliseconds = z.number().int().min(0);

export const hooks = z.strictObject({
  inboxMs: milliseconds
    .default(20_000)
    .describe(
      'How long a call that the prompt of the client may settle waits in the inbox before that prompt',
    ),
  waitMs: milliseconds
    .default(590_000)
    .describe(
      "How long any other call of an agent's own tools waits for a person, as far as its client allows",
    ),
  sandboxNative: z
    .union([z.boolean(), z.literal('reads')])
    .default('reads')
    .describe(
      'Which commands of agents are replaced by ones that run them in our sandbox: those that only read, and print what files hold or would be asked about outside of it ("reads"), all that need no question there (true), or none (false)',
    ),
  unknownTools: z
    .enum(['deny', 'ask'])
    .default('deny')
    .describe("What happens to an agent's own tools that Toolgate does not know"),
});
