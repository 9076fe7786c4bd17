import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test';

/** What a model says in one step: tool calls, or words that end the turn. */
export type Said = string | readonly ModelCall[];

export interface ModelCall {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The AI SDK's mock model, which says these things one after the other, at once or as a stream. */
export function scriptedModel(...script: readonly Said[]): MockLanguageModelV4 {
  let step = 0;
  const next = (): Said => script[step++] ?? 'That is all.';
  return new MockLanguageModelV4({
    doGenerate: async () => {
      const said = next();
      const content =
        typeof said === 'string'
          ? [{ type: 'text' as const, text: said }]
          : said.map((call) => toolCall(call));
      return { content, finishReason: finishOf(said), usage, warnings: [] };
    },
    doStream: async () => {
      const said = next();
      const parts =
        typeof said === 'string'
          ? [
              { type: 'text-start' as const, id: 't' },
              { type: 'text-delta' as const, id: 't', delta: said },
              { type: 'text-end' as const, id: 't' },
            ]
          : said.map((call) => toolCall(call));
      const finish = { type: 'finish' as const, finishReason: finishOf(said), usage };
      return {
        stream: convertArrayToReadableStream([{ type: 'stream-start', warnings: [] }, ...parts, finish]),
      };
    },
  });
}

const toolCall = ({ id, tool, args }: ModelCall) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: tool,
  input: typeof args === 'string' ? args : JSON.stringify(args),
});

const finishOf = (said: Said) => ({
  unified: typeof said === 'string' ? ('stop' as const) : ('tool-calls' as const),
  raw: undefined,
});
