import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import { BIN } from './program.ts';
import { type StdioOptions, stdioArgs, type Way } from './stdio.ts';

type Answer = {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean | string[]>;
};

/** What the person behind a client does, and what the client does with notices. */
export interface Behaviour {
  readonly answer?: (question: string) => Answer;
  readonly onLog?: (data: unknown) => void;
  readonly onToolsChanged?: () => void;
}

/** The part of a client library that both generations have in common. */
export interface Agent
  extends Pick<
    Client,
    | 'listTools'
    | 'listResources'
    | 'listResourceTemplates'
    | 'readResource'
    | 'listPrompts'
    | 'getPrompt'
    | 'complete'
    | 'setLoggingLevel'
    | 'getServerVersion'
    | 'getInstructions'
  > {
  callTool(
    name: string,
    args?: Record<string, unknown>,
    options?: { onprogress?: (progress: { progress: number; total?: number }) => void; signal?: AbortSignal },
  ): Promise<Record<string, unknown>>;
}

export interface Library {
  readonly library: string;
  /** The revision it ends up with. */
  readonly revision: string;
  connect(way: Way, options?: StdioOptions, behaviour?: Behaviour): Promise<Agent>;
}

const SELF = { name: 'test-client', version: '1' };

const current = (library: string, revision: string, options: ClientOptions = {}): Library => ({
  library,
  revision,
  connect: async (way, where, { answer, onLog, onToolsChanged } = {}) => {
    const client = new Client(SELF, { ...options, capabilities: answer ? { elicitation: {} } : {} });
    if (answer) client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message));
    if (onLog) client.setNotificationHandler('notifications/message', ({ params }) => onLog(params.data));
    if (onToolsChanged) client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged);
    await client.connect(new StdioClientTransport(processOf(way, where)));
    onTestFinished(() => client.close());
    return Object.assign(client, {
      callTool: (name: string, args?: Record<string, unknown>, how?: object) =>
        Client.prototype.callTool.call(client, { name, arguments: args ?? {} }, how),
    }) as unknown as Agent;
  },
});
