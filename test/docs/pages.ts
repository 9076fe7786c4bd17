import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** Written by npm run generate, from what the program says of itself. */
const GENERATED = ['tools.md', 'commands.md', 'config.md'];

/** What people read, by its path in the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md') && !GENERATED.includes(name))
    .map((name) => `docs/${name}`),
];

export const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

const PROGRAMS = /^(?:toolgate|npm|npx|node|claude|codex|gemini|opencode|git|ssh|curl|docker|goose) ?/;

/** The lines a reader would type: in indented blocks and in blocks of sh, without their remarks. */
export function commandsIn(text: string): string[] {
  const commands: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^\s*```(\w*)/.exec(line);
    if (mark) {
      fence = fence === undefined ? (mark[1] ?? '') : undefined;
      continue;
    }
    const isShown = fence === undefined ? /^ {4}/.test(line) : ['sh', 'bash', 'console'].includes(fence);
    const typed = line.trim().replace(/^\$ /, '');
    if (isShown && PROGRAMS.test(typed)) commands.push(typed.replace(/\s+# .*$/, ''));
  }
  return commands;
}

/** Commands that are named inside a sentence or a table. */
export const namedIn = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`(toolgate [a-z][^`]*)`/g)].map(([, named]) =>
    String(named),
  );

/** Where links inside the repository lead, without their anchors. */
export const linksIn = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)].map(
    ([, target]) => String(target),
  );
