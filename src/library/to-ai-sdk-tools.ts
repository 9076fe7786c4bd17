import { type AiSdkOptions, type AiSdkTools, aiSdkTools } from '../ai-sdk/ai-sdk-tools.ts';
import type { Toolgate } from './toolgate.ts';

export interface ToAiSdkOptions extends Omit<AiSdkOptions, 'caller'> {
  /** Whose calls these are: shown to people and kept in the record. */
  readonly agent: string;
  /** Tells conversations of one agent apart, such as the id of a chat. */
  readonly session?: string;
}

/** `{ tools, toolApproval }` for `generateText`, `streamText` and `ToolLoopAgent` of AI SDK 7. */
export const toAiSdkTools = (
  toolgate: Pick<Toolgate, 'host' | 'callerFor'>,
  { agent, session, ...options }: ToAiSdkOptions,
): AiSdkTools => aiSdkTools(toolgate.host, { ...options, caller: toolgate.callerFor(agent, session) });

/** A small selection under short names, for `toAiSdkTools(toolgate, { agent, tools: basicTools })`. */
export const basicTools = {
  shell: 'shell_execute',
  webSearch: 'web_search',
  readFile: 'read_file',
  semanticSearch: 'rag_query',
} as const;
