import { readFileSync } from 'node:fs';
import { loadTokenizer } from '../harness/install-peers.ts';
import type { PeerTree } from '../harness/peer-tree.ts';
import type { Rival } from '../harness/rivals.ts';
import type { Data } from '../harness/rpc.ts';
import type { StdioClient } from '../harness/stdio-client.ts';
import { type Section, show } from '../report.ts';

export interface Tokens {
  readonly tools: number;
  /** Of the whole answer to `tools/list`. */
  readonly list: number;
  /** Of name, description and input schema: what a model is shown. */
  readonly shownPerTool: number;
  /** Of a 4 KB read, beside the tokens of the file itself. */
  readonly readText: number | undefined;
  readonly readStructured: number | undefined;
}

interface ToolEntry {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Data;
}

export async function measureTokens(
  rivals: Readonly<Record<string, Rival>>,
  clients: Readonly<Record<string, StdioClient>>,
  tree: PeerTree,
): Promise<{ fileTokens: number; byName: Readonly<Record<string, Tokens>> }> {
  const count = loadTokenizer();
  const byName: Record<string, Tokens> = {};
  for (const [name, { works }] of Object.entries(rivals)) {
    const client = clients[name];
    if (!client) continue;
    const list = await client.request('tools/list');
    const tools = list.tools as readonly ToolEntry[]; // Sound: what tools/list answers.
    const shown = tools.map(({ name: tool, description, inputSchema }) => ({
      name: tool,
      description,
      inputSchema,
    }));
    const read = await works['read 4 KB']?.(client);
    const content = read?.content as readonly { readonly text?: string }[] | undefined;
    byName[name] = {
      tools: tools.length,
      list: count(JSON.stringify(list)),
      shownPerTool: shown.reduce((sum, tool) => sum + count(JSON.stringify(tool)), 0) / tools.length,
      readText: content && count(content.map(({ text }) => text ?? '').join('\n')),
      readStructured:
        read?.structuredContent === undefined ? undefined : count(JSON.stringify(read.structuredContent)),
    };
  }
  return { fileTokens: count(readFileSync(tree.smallFile, 'utf8')), byName };
}

export const tokenSection = (fileTokens: number, byName: Readonly<Record<string, Tokens>>): Section => ({
  title: 'Tokens',
  note: `Counted with o200k. Shown: name, description and input schema of a tool. The 4 KB file itself has ${fileTokens} tokens.`,
  columns: ['server', 'tools', '`tools/list`', 'shown, a tool', '4 KB read, text', '4 KB read, structured'],
  rows: Object.entries(byName).map(([name, tokens]) => [
    name,
    String(tokens.tools),
    String(tokens.list),
    show(tokens.shownPerTool),
    withShare(tokens.readText, fileTokens),
    withShare(tokens.readStructured, fileTokens),
  ]),
});

const withShare = (tokens: number | undefined, file: number): string =>
  tokens === undefined
    ? ''
    : `${tokens} (${tokens >= file ? '+' : ''}${((tokens / file - 1) * 100).toFixed(1)} %)`;
