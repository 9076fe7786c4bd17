import { Client, type ClientOptions } from '@modelcontextprotocol/client';
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

interface Answer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | number | boolean | string[]>;
  [key: string]: unknown;
}

/** What the person at the client does, and what the client does with notices. */
interface Behaviour {
  readonly answer?: (question: string) => Answer;
  readonly onLog?: (data: unknown) => void;
  readonly onToolsChanged?: () => void;
}

interface CallOptions {
  readonly onprogress?: (progress: { progress: number; total?: number | undefined }) => void;
  readonly signal?: AbortSignal;
}

/** What both generations of the client library spell alike. */
type Shared = Pick<
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
>;

export interface Agent {
  readonly client: Shared;
  /** The revision both sides agreed on. */
  readonly revision: string | undefined;
  callTool(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<object>;
}

export interface Library {
  readonly name: string;
  /** The revision it should end up with. */
  readonly revision: string;
  connect(way: Way, options?: StdioOptions & Behaviour): Promise<Agent>;
}

const SELF = { name: 'test-client', version: '1' };

/** The client of today, in a mode of its own. */
const current = (name: string, revision: string, options: ClientOptions = {}): Library => ({
  name,
  revision,
  connect: async (way, { answer, onLog, onToolsChanged, ...where } = {}) => {
    const client = new Client(SELF, { ...options, capabilities: answer ? { elicitation: {} } : {} });
    if (answer) client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message));
    if (onLog) client.setNotificationHandler('notifications/message', ({ params }) => onLog(params.data));
    if (onToolsChanged) client.setNotificationHandler('notifications/tools/list_changed', onToolsChanged);
    await client.connect(new StdioClientTransport(childOf(way, where)));
    onTestFinished(() => client.close());
    return {
      client,
      revision: client.getNegotiatedProtocolVersion(),
      callTool: (tool, args = {}, how) => client.callTool({ name: tool, arguments: args }, how),
    };
  },
});

/** The generation before, which most agents still carry. */
const older: Library = {
  name: 'sdk 1',
  revision: '2025-11-25',
  connect: async (way, { answer, onLog, onToolsChanged, ...where } = {}) => {
    const client = new OlderClient(SELF, { capabilities: answer ? { elicitation: {} } : {} });
    if (answer) client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
    if (onLog)
      client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => onLog(params.data));
    if (onToolsChanged) client.setNotificationHandler(ToolListChangedNotificationSchema, onToolsChanged);
    let revision: string | undefined;
    const setProtocolVersion = (version: string): void => {
      revision = version;
    };
    await client.connect(Object.assign(new OlderTransport(childOf(way, where)), { setProtocolVersion }));
    onTestFinished(() => client.close());
    return {
      revision,
      client: client as unknown as Shared, // Sound: only the types of the two generations differ here.
      callTool: (tool, args = {}, how) => client.callTool({ name: tool, arguments: args }, undefined, how),
    };
  },
};

const childOf = (way: Way, where: StdioOptions) => ({
  command: process.execPath,
  args: [BIN, ...stdioArgs(way, where)],
  stderr: 'ignore' as const,
});

const handshake = (version: string): Library =>
  current(`client 2 of ${version}`, version, { supportedProtocolVersions: [version] });

const today = current('client 2', '2025-11-25');
const newest = current('client 2 of 2026-07-28', '2026-07-28', {
  versionNegotiation: { mode: { pin: '2026-07-28' } },
});

/** Every library in every revision it can speak. */
export const LIBRARIES: readonly Library[] = [
  today,
  newest,
  older,
  current('client 2 that probes', '2026-07-28', { versionNegotiation: { mode: 'auto' } }),
  handshake('2025-06-18'),
  handshake('2025-03-26'),
  handshake('2024-11-05'),
];

/** Enough to have each library, each era and each way to run in a test; all pairs would only cost time. */
export const AGENTS: readonly (Library & { readonly way: Way })[] = [
  { ...today, way: 'pipe' },
  { ...newest, way: 'pipe' },
  { ...newest, way: 'in-process' },
  { ...older, way: 'in-process' },
];
export const OLDER_AGENTS = AGENTS.filter(({ revision }) => revision !== newest.revision);
