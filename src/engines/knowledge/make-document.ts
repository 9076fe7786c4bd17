import { createHash } from 'node:crypto';
import type { KnowledgeDocument, Piece } from '../../core/knowledge/vector-store.ts';
import { cutText, guessFormat, type TextFormat } from './cut/cut.ts';
import type { Part } from './cut/part.ts';

type Data = Record<string, unknown>;

export interface DocumentRequest {
  readonly id: string;
  readonly text: string;
  readonly metadata: Readonly<Data>;
  /** Part of every key: two embedders make two vectors of one text. */
  readonly embedder: string;
  /** It comes with a vector of its own, and is therefore not cut. */
  readonly isWhole?: boolean;
}

interface FileFacts {
  readonly path: string;
  /** As the source has it, for people and for the words in it. */
  readonly name: string;
  readonly format: TextFormat;
}

/** A document in pieces, each with what is embedded of it. */
export async function makeDocument(request: DocumentRequest, file?: FileFacts): Promise<KnowledgeDocument> {
  const { id, text, metadata, embedder, isWhole = false } = request;
  const format = file?.format ?? guessFormat(text);
  const cut = isWhole ? whole(text, format) : await cutText(text, format, file?.path);
  const title = typeof metadata.title === 'string' ? metadata.title : '';
  return {
    id,
    path: file?.path,
    kind: cut.kind,
    metadata,
    pieces: cut.parts.map((part) => pieceOf(part, [file?.name ?? '', title], embedder)),
  };
}

const whole = (text: string, format: TextFormat) => ({
  kind: format === 'code' ? ('code' as const) : ('prose' as const),
  parts: [
    { startLine: 1, endLine: text.split('\n').length, text, scope: [], definitions: [] } satisfies Part,
  ],
});

function pieceOf(part: Part, names: readonly string[], embedder: string): Piece {
  const { text, scope, definitions, startLine, endLine } = part;
  const heading = scope.join(' > ');
  const title = [...names, heading].filter((name) => name !== '').join(' > ');
  // In a file the name of what is defined may stand far from where a piece of it is used.
  const head = [title, ...(names[0] === '' ? [] : [definitions.slice(0, 8).join(' ')])];
  return {
    title,
    definitions,
    text,
    startLine,
    endLine,
    passage: [...head.filter((line) => line !== ''), text].join('\n'),
    // Without the path: what was only moved or renamed keeps its vector.
    key: keyOf([embedder, names[1] ?? '', heading, text].join('\0')),
  };
}

/** Half of a SHA-256 is plenty to tell texts apart. */
export const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
