import { statfs } from 'node:fs/promises';
import { ToolError } from '../../core/errors.ts';
import type { KnowledgeRecords } from '../../core/knowledge/source-records.ts';
import type { KnowledgeDocument } from '../../core/knowledge/vector-store.ts';

/** The room that documents may take: nobody is asked about each of them, so they must fill no disk. */
export interface Room {
  /** Does the work if there is room for these documents beside all that is being written now. */
  during<T>(documents: readonly KnowledgeDocument[], work: () => Promise<T>): Promise<T>;
}

interface RoomParts {
  readonly records: Pick<KnowledgeRecords, 'usedBytes'>;
  /** Where the file is. */
  readonly directory: string;
  readonly maxBytes: number;
}

/** Of what is free on the disk, one call takes at most this part. */
const MOST_OF_FREE = 1 / 10;
/** Text is kept beside an index of its words. */
const BYTES_PER_CHARACTER = 2;
/** A vector, and what says where a piece belongs. */
const BYTES_PER_PIECE = 1500;
const MB = 1_000_000;

export function createRoom({ records, directory, maxBytes }: RoomParts): Room {
  let beingWritten = 0;
  return {
    during: async (documents, work) => {
      const bytes = bytesOf(documents);
      const [used, { bavail, bsize }] = await Promise.all([records.usedBytes(), statfs(directory)]);
      if (used + beingWritten + bytes > maxBytes)
        throw new ToolError(
          'TOO_LARGE',
          `The knowledge base has ${inMegabytes(used)} of ${inMegabytes(maxBytes)}, and this would take about ${inMegabytes(bytes)} more`,
          {
            hint: 'Remove what nobody needs with rag_delete or rag_delete_collection; a person can raise knowledge.maxMegabytes.',
          },
        );
      if (beingWritten + bytes > MOST_OF_FREE * bavail * bsize)
        throw new ToolError(
          'TOO_LARGE',
          `The disk is too full: this would take about ${inMegabytes(bytes)}, and one call may take a tenth of the ${inMegabytes(bavail * bsize)} that are free`,
          { hint: 'Make room on the disk of the data directory, or index less at once.' },
        );
      // From here on it counts for others, too, until it is in the file.
      beingWritten += bytes;
      try {
        return await work();
      } finally {
        beingWritten -= bytes;
      }
    },
  };
}

const bytesOf = (documents: readonly KnowledgeDocument[]): number =>
  documents
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, { text }) => sum + BYTES_PER_PIECE + BYTES_PER_CHARACTER * text.length, 0);

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / MB)} MB`;
