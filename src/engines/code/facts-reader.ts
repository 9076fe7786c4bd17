import { hash } from 'node:crypto';
import { ToolError } from '../../core/errors.ts';
import { sizeOf } from './capped-facts.ts';
import type { FileFacts } from './facts.ts';
import { CODE_LANGUAGES, codeLanguageOf } from './languages.ts';
import { type Reader, ReaderCrash } from './reader/reader.ts';

export interface FactsReader {
  /** Fails with UNSUPPORTED_LANGUAGE where the name of the file tells no language. */
  facts(path: string, text: string, signal?: AbortSignal): Promise<FileFacts>;
}

const MOST_KEPT = 200;
/** Of all that are kept together. */
const MOST_SIZE = 32_000_000;

/** Reads texts, and knows those it has read: agents ask for the same file again and again. */
export function createFactsReader(reader: Reader): FactsReader {
  const kept = new Map<string, { readonly facts: FileFacts; readonly size: number }>();
  let size = 0;
  const forget = (key: string): void => {
    size -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    facts: async (path, text, signal) => {
      const language = codeLanguageOf(path);
      if (!language) throw unsupported(path);
      // Of the same text in another language other things are true; `.d.ts` is read in a way of its own.
      const key = `${hash('sha256', text)}${/(\.d)?\.\w+$/.exec(path)?.[0] ?? ''}`;
      const known = kept.get(key);
      const facts = known?.facts ?? (await ask(reader, { path, text }, signal));
      forget(key);
      const entry = known ?? { facts, size: sizeOf(facts) };
      kept.set(key, entry);
      size += entry.size;
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_KEPT && size <= MOST_SIZE) break;
        forget(oldest);
      }
      return facts;
    },
  };
}

async function ask(
  reader: Reader,
  file: { readonly path: string; readonly text: string },
  signal: AbortSignal | undefined,
): Promise<FileFacts> {
  const askOnce = (isTreeOnly: boolean) =>
    reader.ask('facts', { ...file, withUses: true, isTreeOnly }, { signal });
  try {
    const facts = await askOnce(false).catch((error: unknown) => {
      if (!(error instanceof ReaderCrash)) throw error;
      // oxc ends with the process where brackets are nested tens of thousands deep; tree-sitter does not.
      return askOnce(true);
    });
    if (facts) return facts;
  } catch (error) {
    if (!(error instanceof ReaderCrash)) throw error;
    throw new ToolError('UNAVAILABLE', `${file.path} cannot be read as code: ${error.message}`, {
      hint: 'Use read_file; nothing else is lost.',
      cause: error,
    });
  }
  throw unsupported(file.path);
}

const unsupported = (path: string): ToolError =>
  new ToolError('UNSUPPORTED_LANGUAGE', `${path} is in no language that can be read as code`, {
    hint: `Supported: ${CODE_LANGUAGES.join(', ')}. Use read_file or search_text.`,
  });
