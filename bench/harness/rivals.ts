import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ripgrepPath } from '../../src/engines/search/ripgrep-path.ts';
import { peerFile } from './install-peers.ts';
import { FILE_NAME, NEEDLE, type PeerTree } from './peer-tree.ts';
import type { Data } from './rpc.ts';
import { type StdioClient, startStdio } from './stdio-client.ts';
import { BIN } from './toolgate.ts';
import type { Workspace } from './workspace.ts';

export const WORKS = [
  'read 4 KB',
  'read 1 MB',
  'list 10,000 entries',
  'list 10,000 with sizes',
  'search content',
  'search names',
  'run a command',
  '50 MB of output',
  'git status',
  'git log',
  'git diff',
] as const;
export type Work = (typeof WORKS)[number];

/** One way to do each piece of work, as far as the server can do it. */
export type Works = Partial<Readonly<Record<Work, (client: StdioClient) => Promise<Data>>>>;

export interface Rival {
  start(): StdioClient;
  readonly works: Works;
  /** Where another process does the work, its number. */
  readonly hostOf?: () => number | undefined;
}

// Some of them ask for Python with every call; a version manager in its place would be measured with them.
// And one of them takes the ripgrep it finds.
const PEER_ENV = { PATH: `/usr/bin:/bin:${dirname(ripgrepPath())}` };

const calling =
  (name: string, args: Data) =>
  (client: StdioClient): Promise<Data> =>
    client.request('tools/call', { name, arguments: args });

export const LONG_OUTPUT = 'yes 0123456789abcdef | head -c 52428800';

const commandWorks = (name: string, more: Data = {}): Works => ({
  'run a command': calling(name, { command: 'true', ...more }),
  '50 MB of output': calling(name, { command: LONG_OUTPUT, ...more }),
});

// Agents may run 60 commands a minute; what is measured is none of that.
const NO_RATE = { TOOLGATE_LIMITS_EXECUTIONS_PER_MINUTE: '1000000' };

/** What a user gets with each server; all of them have the same two directories open. */
export function rivalsIn(
  workspace: Workspace,
  tree: PeerTree,
  hostPid: (dataDir: string) => number | undefined,
) {
  const home = createPeerHome(workspace, tree);
  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    startStdio(args, {
      ...workspace,
      cwd: tree.repository,
      env: { ...workspace.env, ...PEER_ENV, HOME: home, ...env },
    });
  const toolgate = (dataDir: string, ...more: string[]) =>
    start([BIN, 'stdio', '--data-dir', dataDir, '--root', tree.files, '--root', tree.repository, ...more], {
      ...workspace.env,
      ...NO_RATE,
    });
  const dataDir = workspace.dataDir('among-peers');
  let count = 0;
  return {
    floor: {
      start: () => start([workspace.server('floor')], { BENCH_RG: ripgrepPath() }),
      works: floorWorks(tree),
    },
    'floor, blocking': {
      start: () => start([workspace.server('floor')], { BENCH_BLOCKING: '1' }),
      works: readWorks(tree),
    },
    'toolgate stdio': {
      start: () => toolgate(dataDir),
      works: toolgateWorks(tree),
      hostOf: () => hostPid(dataDir),
    },
    'toolgate stdio --in-process': {
      start: () => toolgate(workspace.dataDir(`among-peers-${++count}`), '--in-process'),
      works: toolgateWorks(tree),
    },
    'server-filesystem': {
      start: () =>
        start([
          peerFile('@modelcontextprotocol/server-filesystem/dist/index.js'),
          tree.files,
          tree.repository,
        ]),
      works: {
        ...readWorks(tree, 'read_text_file'),
        'list 10,000 entries': calling('list_directory', { path: tree.wide }),
        'list 10,000 with sizes': calling('list_directory_with_sizes', { path: tree.wide }),
        'search names': calling('search_files', { path: tree.repository, pattern: `**/${FILE_NAME}` }),
      },
    },
    'desktop-commander': {
      start: () => start([peerFile('@wonderwhy-er/desktop-commander/dist/index.js')]),
      works: {
        'read 4 KB': calling('read_file', { path: tree.smallFile }),
        'read 1 MB': calling('read_file', { path: tree.largeFile, length: 20_000 }),
        'list 10,000 entries': calling('list_directory', { path: tree.wide, depth: 1 }),
        'search content': polled({
          path: tree.repository,
          pattern: NEEDLE,
          searchType: 'content',
          contextLines: 0,
        }),
        'search names': polled({ path: tree.repository, pattern: FILE_NAME, searchType: 'files' }),
        ...commandWorks('start_process', { timeout_ms: 30_000 }),
      },
    },
    'git-mcp-server': {
      start: () =>
        start([peerFile('@cyanheads/git-mcp-server/dist/index.js')], {
          MCP_TRANSPORT_TYPE: 'stdio',
          MCP_LOG_LEVEL: 'error',
        }),
      works: {
        'git status': calling('git_status', { path: tree.repository }),
        'git log': calling('git_log', { path: tree.repository, maxCount: 10 }),
        'git diff': calling('git_diff', { path: tree.repository }),
      },
    },
  } satisfies Record<string, Rival>;
}

/** A home of their own, in which telemetry is off. */
function createPeerHome({ dir }: Workspace, { files, repository }: PeerTree): string {
  const settings = join(dir, 'peer-home/.claude-server-commander');
  mkdirSync(settings, { recursive: true });
  writeFileSync(
    join(settings, 'config.json'),
    JSON.stringify({ telemetryEnabled: false, allowedDirectories: [files, repository] }),
  );
  return dirname(settings);
}

const readWorks = (tree: PeerTree, name = 'read_file'): Works => ({
  'read 4 KB': calling(name, { path: tree.smallFile }),
  'read 1 MB': calling(name, { path: tree.largeFile }),
});

const toolgateWorks = (tree: PeerTree): Works => ({
  ...readWorks(tree),
  ...commandWorks('shell_execute', { cwd: tree.repository }),
  'list 10,000 entries': calling('list_directory', { path: tree.wide }),
  'list 10,000 with sizes': calling('list_directory', { path: tree.wide, limit: 10_000 }),
  'search content': calling('search_text', { path: tree.repository, query: NEEDLE }),
  'search names': calling('search_files', { path: tree.repository, pattern: FILE_NAME }),
  'git status': calling('get_git_status', { projectPath: tree.repository }),
  'git log': calling('git_log', { repositoryPath: tree.repository }),
  'git diff': calling('git_diff', { repositoryPath: tree.repository }),
});

const floorWorks = (tree: PeerTree): Works => ({
  ...readWorks(tree),
  ...commandWorks('run_command'),
  'list 10,000 entries': calling('list_directory', { path: tree.wide }),
  'list 10,000 with sizes': calling('list_with_sizes', { path: tree.wide }),
  'search content': calling('search_text', { path: tree.repository, query: NEEDLE }),
  'search names': calling('search_files', { path: tree.repository, pattern: FILE_NAME }),
  'git status': calling('git_status', { path: tree.repository }),
  'git log': calling('git_log', { path: tree.repository }),
  'git diff': calling('git_diff', { path: tree.repository }),
});

/** Desktop Commander answers a search with a session that has to be asked until it is done. */
const polled =
  (args: Data) =>
  async (client: StdioClient): Promise<Data> => {
    let answer = await calling('start_search', args)(client);
    const sessionId = /session: (\S+)/.exec(JSON.stringify(answer))?.[1]?.replace(/\\n.*$/, '');
    while (/in progress/i.test(JSON.stringify(answer)))
      answer = await calling('get_more_search_results', { sessionId })(client);
    if (!/results(?: found)?: [1-9]/.test(JSON.stringify(answer)))
      throw new Error(`It found nothing: ${JSON.stringify(answer).slice(0, 500)}`);
    return answer;
  };
