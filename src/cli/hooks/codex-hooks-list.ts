import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createLineReader } from '../../core/text/lines.ts';
import { isOurs } from './hook-file.ts';

/** A hook of ours, as Codex sees it. */
export interface CodexHook {
  /** Its name in config.toml: file, event and place in it. */
  readonly key: string;
  readonly command: string;
  readonly enabled: boolean;
  readonly currentHash: string;
  readonly trustStatus: 'managed' | 'untrusted' | 'trusted' | 'modified';
}

// Its first start in a home makes several databases there.
const LIMIT_MS = 45_000;

/**
 * What Codex itself says of our hooks in `~/.codex`; undefined where no Codex answers. It alone knows how it hashes a
 * hook, so nothing here is computed.
 */
export function codexHooksList(home: string, cwd: string): Promise<readonly CodexHook[] | undefined> {
  return new Promise((resolve) => {
    const env = { ...process.env, HOME: home, CODEX_HOME: join(home, '.codex') };
    const child = spawn('codex', ['app-server'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    const end = (hooks: readonly CodexHook[] | undefined): void => {
      clearTimeout(limit);
      child.kill();
      resolve(hooks);
    };
    const limit = setTimeout(end, LIMIT_MS, undefined);
    const reader = createLineReader({
      maxBytes: 4_194_304,
      onLine: (line) => {
        const { id, result } = parsed(line.toString());
        if (id === LIST) end(result === undefined ? undefined : oursIn(result, home));
      },
      onTooLong: () => end(undefined),
    });
    child.on('error', () => end(undefined));
    child.on('close', () => end(undefined));
    child.stdin.on('error', () => {});
    child.stdout.on('data', (piece: Buffer) => reader.push(piece));
    const clientInfo = { name: 'toolgate', version: '1' };
    for (const message of [
      { id: 1, method: 'initialize', params: { clientInfo, capabilities: { experimentalApi: true } } },
      { method: 'initialized' },
      { id: LIST, method: 'hooks/list', params: { cwds: [cwd] } },
    ])
      child.stdin.write(`${JSON.stringify(message)}\n`);
  });
}

const LIST = 2;

interface Listed {
  readonly data?: readonly { readonly hooks?: readonly (CodexHook & { readonly sourcePath?: string })[] }[];
}

const oursIn = ({ data = [] }: Listed, home: string): CodexHook[] =>
  data
    .flatMap(({ hooks = [] }) => hooks)
    .filter(
      ({ command, sourcePath }) => isOurs(command) && sourcePath === join(home, '.codex', 'hooks.json'),
    );

function parsed(line: string): { readonly id?: unknown; readonly result?: Listed } {
  try {
    return JSON.parse(line) as { id?: unknown; result?: Listed };
  } catch {
    return {};
  }
}
