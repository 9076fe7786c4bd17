import { loadTokenizer } from '../harness/install-peers.ts';
import { initializeParams } from '../harness/rpc.ts';
import { startStdio } from '../harness/stdio-client.ts';
import { BIN } from '../harness/toolgate.ts';
import type { Workspace } from '../harness/workspace.ts';
import { atMost, type Measured } from '../report.ts';

const PROFILES = ['full', 'core', 'lean'] as const;
/** Codex and Claude Code get no output schema for tools whose answer is a text; all others do. */
const CLIENTS = ['claude-code', 'codex-mcp-client', 'any other client'];
const LEAN_LIMIT = 1800;

interface Listed {
  readonly tools: number;
  /** Of the whole answer to `tools/list`. */
  readonly list: number;
  /** Of name, description and input schema: what most clients show a model. */
  readonly shown: number;
}

/** What a model pays for the tools before it has read a word. */
export async function measureProfileTokens(workspace: Workspace): Promise<Measured> {
  const rows: string[][] = [];
  const lean: number[] = [];
  for (const profile of PROFILES) {
    for (const client of CLIENTS) {
      const { tools, list, shown } = await listedFor(workspace, profile, client);
      rows.push([profile, client, String(tools), String(list), String(shown)]);
      if (profile === 'lean') lean.push(shown);
    }
  }
  return {
    section: {
      title: 'Tokens of every profile and client',
      note: 'Of `tools/list`, counted with o200k. Shown: names, descriptions and input schemas of all tools.',
      columns: ['profile', 'client', 'tools', '`tools/list`', 'shown'],
      rows,
    },
    verdicts: [atMost('tokens of the lean profile', LEAN_LIMIT, 'tokens', Math.max(...lean))],
  };
}

async function listedFor(workspace: Workspace, profile: string, name: string): Promise<Listed> {
  const count = loadTokenizer();
  const dataDir = workspace.dataDir(`tokens-${profile}`);
  const client = startStdio([BIN, 'stdio', '--in-process', '--data-dir', dataDir, '--profile', profile], {
    ...workspace,
    cwd: workspace.dir,
  });
  try {
    await client.request('initialize', { ...initializeParams, clientInfo: { name, version: '1.0.0' } });
    client.notify('notifications/initialized');
    const list = await client.request('tools/list');
    // Sound: what tools/list answers.
    const tools = list.tools as readonly Readonly<Record<'name' | 'description' | 'inputSchema', unknown>>[];
    const shown = tools.map(({ name: tool, description, inputSchema }) =>
      count(JSON.stringify({ name: tool, description, inputSchema })),
    );
    return {
      tools: tools.length,
      list: count(JSON.stringify(list)),
      shown: shown.reduce((sum, tokens) => sum + tokens, 0),
    };
  } finally {
    await client.close();
  }
}
