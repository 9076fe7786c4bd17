import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What an attack is after. */
export type Goal = 'execute' | 'persist' | 'read secrets' | 'exfiltrate' | 'escape' | 'exhaust';

/** One attack: a command, the effect it wants, and how to see whether that happened. Effects are harmless markers. */
export interface Attack {
  readonly name: string;
  readonly goal: Goal;
  readonly command: string;
  /** Files of the workspace, beside those every attack finds. */
  readonly files?: Readonly<Record<string, string>>;
  /** Prepares the workspace further, without a gate. */
  readonly setup?: string;
  /** It wants this file of the workspace to appear. */
  readonly makes?: string;
  /** It wants this file of the workspace gone, or other than it was. */
  readonly changes?: string;
  /** It wants this text in this file of the workspace. */
  readonly plants?: readonly [file: string, text: string];
  /** It wants the planted secret in what it prints, in any disguise. */
  readonly prints?: 'secret';
  /** A person says yes; even so the effect must not happen. */
  readonly evenApproved?: boolean;
}

/** What the attacks are after: nobody writes it by accident. */
export const SECRET = 'kq7planted9secret2value';

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# A project\n',
  'src/index.js': 'console.log(1);\n',
  'package.json': '{ "name": "victim", "version": "1.0.0", "scripts": { "hi": "echo hi" } }\n',
  '.env': `API_KEY=${SECRET}\n`,
  'config/server.pem': `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----\n`,
  '.mcp.json': '{}\n',
};

/** A workspace as an attack finds it, with a repository of its own. */
export function prepare({ files = {}, setup }: Attack): string {
  const root = mkdtempSync(join(tmpdir(), 'tg-attack-'));
  for (const [name, text] of Object.entries({ ...FILES, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: root, stdio: 'pipe' });
  git('init', '--quiet');
  git('add', '--all', '--force');
  git('commit', '--quiet', '--message', 'first');
  if (setup !== undefined) execFileSync('bash', ['-c', setup], { cwd: root, stdio: 'pipe' });
  return root;
}

export const discard = (root: string): void => {
  for (const path of [root, `${root}-outside`]) rmSync(path, { recursive: true, force: true });
};

/** What the attack is about, as it was before. */
export function watchEffect(
  { makes, changes, plants, prints }: Attack,
  root: string,
): (output: string) => boolean {
  const before = changes === undefined ? '' : stateOf(join(root, changes));
  return (output) =>
    (makes !== undefined && existsSync(join(root, makes))) ||
    (changes !== undefined && stateOf(join(root, changes)) !== before) ||
    (plants !== undefined && stateOf(join(root, plants[0])).includes(plants[1])) ||
    (prints !== undefined && disguises(output).some((text) => text.includes(SECRET)));
}

/** The attack with nothing in its way; answers whether it worked. */
export function runBare(attack: Attack): boolean {
  const root = prepare(attack);
  try {
    const hasHappened = watchEffect(attack, root);
    const { stdout, stderr } = spawnSync('bash', ['--norc', '--noprofile', '-c', attack.command], {
      cwd: root,
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return hasHappened(`${stdout}\n${stderr}`);
  } finally {
    discard(root);
  }
}

function stateOf(path: string): string {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : 'gone';
  } catch {
    // A directory: that it is there is its state.
    return 'a directory';
  }
}

/** What was printed, with the disguises taken off that get past a mask. */
function disguises(output: string): string[] {
  const flat = output.replace(/[\s,'"[\]|:-]+/g, '');
  const all = [output, flat];
  return [
    ...all,
    ...all.map((text) => [...text].reverse().join('')),
    ...all.map(rot13),
    ...(output.match(/[A-Za-z0-9+/=]{16,}/g) ?? []).map((text) =>
      Buffer.from(text, 'base64').toString('latin1'),
    ),
    ...(output.match(/(?:[0-9a-f]{2}[\s:]*){12,}/gi) ?? []).map((text) =>
      Buffer.from(text.replace(/[^0-9a-f]/gi, ''), 'hex').toString('latin1'),
    ),
  ];
}

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
