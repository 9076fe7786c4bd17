import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { insideOf } from '../../files/open/reach.ts';
import { codeLanguageOf } from '../languages.ts';
import { readSource } from '../read-source.ts';
import type { LanguageServer } from './language-server.ts';

/** What one question opens at most: each file is held in memory and checked. */
const MOST_FILES = 1500;
const MOST_CHARACTERS = 60_000_000;

/** Never the same twice: what is said of a file can be told from what was said of it before. */
let versions = 0;

export interface Opened {
  /** Of each file, as the server was told. */
  readonly version: number;
  readonly files: readonly string[];
  /** More than may be open at a time, or not to be read. */
  readonly leftOut: number;
  /** Vue and Svelte files, which hold scripts that it does not read. */
  readonly pages: number;
}

/**
 * Tells the server of files as they are now, runs `use`, and closes them: a server that is told of every file that
 * may be meant knows every project that has one, and never answers from an old text.
 */
export async function withOpenFiles<T>(
  { root, kind, connection }: LanguageServer,
  files: readonly string[],
  use: (opened: Opened) => Promise<T>,
): Promise<T> {
  const opened: string[] = [];
  const version = ++versions;
  let characters = 0;
  try {
    const readable = files.filter((file) => kind.languages.includes(codeLanguageOf(file)?.id ?? ''));
    const pages =
      kind.name === 'typescript' ? files.filter((file) => codeLanguageOf(file)?.reader === 'blocks') : [];
    for (const file of readable) {
      if (opened.length >= MOST_FILES) break;
      const text = textOf(root, file);
      if (text === undefined || characters + text.length > MOST_CHARACTERS) continue;
      characters += text.length;
      connection.notify('textDocument/didOpen', {
        textDocument: { uri: uriOf(root, file), languageId: codeLanguageOf(file)?.id, version, text },
      });
      opened.push(file);
    }
    return await use({
      version,
      files: opened,
      leftOut: readable.length - opened.length,
      pages: pages.length,
    });
  } finally {
    for (const file of opened)
      connection.notify('textDocument/didClose', { textDocument: { uri: uriOf(root, file) } });
  }
}

export const uriOf = (root: string, file: string): string => pathToFileURL(join(root, file)).href;

function textOf(root: string, file: string): string | undefined {
  try {
    return readSource(join(root, file), insideOf([root])).text;
  } catch {
    return undefined;
  }
}
