import { join } from 'node:path';
import type { HookClient } from '../../core/hook-clients.ts';
import { readText } from './change-files.ts';
import { codexHooksList } from './codex-hooks-list.ts';
import { type HookPlace, isOurs } from './hook-file.ts';
import { hasSystemFiles, hookFiles } from './hook-files.ts';

export interface HookState {
  readonly client: HookClient;
  /** It stands in the files for all users, which no project switches off. */
  readonly isSystem?: boolean;
  readonly state: 'installed' | 'not installed' | 'out of date' | 'switched off' | 'not trusted';
  /** What keeps it from working, with what to do about it. */
  readonly problems: readonly string[];
}

/** Whether the hook of a client is there, as it should be, and not switched off by another file. */
export async function hookState(client: HookClient, place: HookPlace, project: string): Promise<HookState> {
  const system = hasSystemFiles(client) ? filesOf(client, place.forSystem()) : [];
  if (system.length > 0 && areThere(system)) {
    const old = system.find(({ isCurrent }) => !isCurrent);
    return old
      ? {
          client,
          isSystem: true,
          state: 'out of date',
          problems: [olderForm(old.path, `${client} --system`)],
        }
      : { client, isSystem: true, state: 'installed', problems: [] };
  }
  const files = filesOf(client, { ...place, isSystem: false });
  if (!areThere(files)) return { client, state: 'not installed', problems: [] };
  const off = switchedOff(client, place.home, project);
  if (off !== undefined)
    return { client, state: 'switched off', problems: [`${off} switches the hook off; take that out of it`] };
  const stale = files.find(({ isCurrent }) => !isCurrent);
  if (stale) return { client, state: 'out of date', problems: [olderForm(stale.path, client)] };
  const untrusted = client === 'codex' ? await notTrusted(place.home, project) : undefined;
  return untrusted ?? { client, state: 'installed', problems: [] };
}

const olderForm = (path: string, words: string): string =>
  `${path} holds an older form: toolgate hooks install ${words}`;

const filesOf = (client: HookClient, place: HookPlace) =>
  hookFiles(client, place).map(({ path, installed }) => {
    const text = readText(path);
    return { path, text, isCurrent: text !== undefined && text === safely(() => installed(text)) };
  });

const areThere = (files: readonly { readonly text: string | undefined }[]): boolean =>
  files.every(({ text }) => text !== undefined && mentions(text));

/** As Codex sees it, where it answers; else by what it keeps of a person's trust. */
async function notTrusted(home: string, project: string): Promise<HookState | undefined> {
  const hooks = await codexHooksList(home, project);
  const before = hooks?.filter(({ key }) => key.includes(':pre_tool_use:'));
  if (before?.some(({ enabled }) => !enabled))
    return {
      client: 'codex',
      state: 'switched off',
      problems: ['A person switched the hook off in /hooks of Codex; switch it on there'],
    };
  const isTrusted = before
    ? before.length > 0 && before.every(({ trustStatus }) => /^(trusted|managed)$/.test(trustStatus))
    : isTrustKept(home);
  if (isTrusted) return undefined;
  return {
    client: 'codex',
    state: 'not trusted',
    problems: ['Codex skips a hook that no person trusts: toolgate hooks install codex asks for that'],
  };
}

/** Codex keeps the hash of a hook that a person trusted, under the name of its file and event. */
function isTrustKept(home: string): boolean {
  const settings = readText(join(home, '.codex/config.toml')) ?? '';
  const entry = `${join(home, '.codex/hooks.json')}:pre_tool_use:`;
  return settings.includes(entry) && settings.includes('trusted_hash');
}

const mentions = (text: string): boolean => isOurs(text.replaceAll('\\"', '"'));

function safely(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** In the user's files and in those of a project, what turns hooks off. */
const SWITCHES: Readonly<Partial<Record<HookClient, { files: readonly string[]; off: RegExp }>>> = {
  'claude-code': {
    files: ['.claude/settings.json', '.claude/settings.local.json'],
    off: /"disableAllHooks"\s*:\s*true/,
  },
  codex: { files: ['.codex/config.toml'], off: /^[ \t]*(features\.)?(codex_)?hooks\s*=\s*false/m },
  gemini: {
    files: ['.gemini/settings.json'],
    off: /"hooksConfig"\s*:\s*\{[^}]*("enabled"\s*:\s*false|"disabled"\s*:\s*\[[^\]]*toolgate)/,
  },
  qwen: { files: ['.qwen/settings.json'], off: /"disableAllHooks"\s*:\s*true/ },
  copilot: { files: ['.copilot/settings.json'], off: /"disableAllHooks"\s*:\s*true/ },
};

function switchedOff(client: HookClient, home: string, project: string): string | undefined {
  const { files = [], off = /$^/ } = SWITCHES[client] ?? {};
  return [...files.map((file) => join(home, file)), ...files.map((file) => join(project, file))].find(
    (path) => off.test(readText(path) ?? ''),
  );
}
