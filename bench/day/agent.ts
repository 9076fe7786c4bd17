import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

export interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A coding agent with a person beside it. */
export interface Agent {
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** What the person was asked, in order. */
  readonly questions: readonly string[];
  /** The server it started last. */
  readonly server: { readonly port: number; readonly processId: string };
  close(): Promise<void>;
}

const BIN = join(import.meta.dirname, '../../bin/toolgate.js');

export async function startAgent(where: { readonly root: string; readonly dataDir: string }): Promise<Agent> {
  const questions: string[] = [];
  let server = { port: 0, processId: '' };
  const client = new Client({ name: 'day', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message);
    const offersSession = JSON.stringify(params).includes('"session"');
    return { action: 'accept', content: { decision: offersSession ? 'session' : 'once' } };
  });
  const args = [BIN, 'stdio', '--data-dir', where.dataDir, '--root', where.root];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: where.root }));

  const once = async (tool: string, given: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const result = await client.callTool({ name: tool, arguments: { ...given } }, { timeout: 600_000 });
    const [block] = result.content as { text?: string }[];
    const data = (result.structuredContent ?? {}) as Answer['data'];
    return { text: block?.text ?? '', isError: result.isError === true, data };
  };
  return {
    questions,
    get server() {
      return server;
    },
    close: () => client.close(),
    call: async (tool, given) => {
      let answer = await once(tool, given);
      // What a client may not settle the person decides at a terminal.
      const [, id] = /^APPROVAL_PENDING: .*approval ([\w-]+)/.exec(answer.text) ?? [];
      if (id !== undefined) {
        questions.push(answer.text);
        execFileSync(process.execPath, [BIN, 'approvals', 'approve', id, '--data-dir', where.dataDir]);
        answer = await once(tool, given);
      }
      const { ports, processId } = answer.data as { ports?: number[]; processId?: string };
      if (ports?.[0] !== undefined && processId) server = { port: ports[0], processId };
      return answer;
    },
  };
}
