import type { Candidate, KnowledgeDocument, Piece } from '../../../core/knowledge/vector-store.ts';
import { isInside } from '../../../core/path/paths.ts';

type Data = Record<string, unknown>;
type Scalar = string | number | boolean;

/** A record as Chroma keeps it: one for each piece. */
export interface ChromaRecord {
  readonly id: string;
  readonly document: string | null;
  readonly metadata: Readonly<Record<string, Scalar>> | null;
}

// Our own facts stand beside the user's; the prefix keeps them apart.
export const DOCUMENT = 'toolgate_document';
export const PLACE = 'toolgate_place';

/** The first piece has the document's own id, so that other programs find it under that. */
export const recordId = (id: string, place: number): string => (place === 0 ? id : `${id}#${place}`);

export function recordMetadata(
  { id, path, kind, metadata }: KnowledgeDocument,
  { title, definitions, startLine, endLine }: Piece,
  place: number,
): Record<string, Scalar> {
  const flat = Object.entries(metadata).filter((entry): entry is [string, Scalar] => isScalar(entry[1]));
  const isFlat = flat.length === Object.keys(metadata).length;
  return {
    ...Object.fromEntries(flat),
    [DOCUMENT]: id,
    [PLACE]: place,
    toolgate_kind: kind,
    toolgate_title: title,
    toolgate_definitions: definitions.join(' '),
    toolgate_start: startLine,
    toolgate_end: endLine,
    ...(path !== undefined && { toolgate_path: path }),
    ...(!isFlat && { toolgate_metadata: JSON.stringify(metadata) }),
  };
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A record of ours, or of another program, as a candidate without scores. */
export function candidateOf({ id, document, metadata }: ChromaRecord): Omit<Candidate, 'lexical' | 'dense'> {
  const facts = metadata ?? {};
  const text = document ?? '';
  const path = facts.toolgate_path;
  return {
    id: String(facts[DOCUMENT] ?? id),
    path: path === undefined ? undefined : String(path),
    kind: facts.toolgate_kind === 'code' ? 'code' : 'prose',
    metadata: ownMetadata(facts),
    place: Number(facts[PLACE] ?? 0),
    title: String(facts.toolgate_title ?? ''),
    definitions: String(facts.toolgate_definitions ?? '').split(' '),
    text,
    startLine: Number(facts.toolgate_start ?? 1),
    endLine: Number(facts.toolgate_end ?? text.split('\n').length),
  };
}

function ownMetadata(facts: Readonly<Record<string, Scalar>>): Data {
  const whole = facts.toolgate_metadata;
  // Sound: it was written by recordMetadata.
  if (typeof whole === 'string') return JSON.parse(whole) as Data;
  return Object.fromEntries(Object.entries(facts).filter(([key]) => !key.startsWith('toolgate_')));
}

/** What `get` answers. */
export interface Got {
  readonly ids: readonly string[];
  readonly documents: readonly (string | null)[] | null;
  readonly metadatas: readonly ChromaRecord['metadata'][] | null;
  readonly embeddings: readonly (readonly number[])[] | null;
}

export const recordsOf = ({ ids, documents, metadatas }: Got): ChromaRecord[] =>
  ids.map((id, at) => ({ id, document: documents?.[at] ?? null, metadata: metadatas?.[at] ?? null }));

/** Documents of files are for those who may read the file. */
export const isVisible = (path: string | undefined, roots: readonly string[]): boolean =>
  path === undefined || isInside(path, roots);
