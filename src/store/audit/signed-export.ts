import { type Anchor, signedText } from './anchors.ts';
import { type AuditRow, GENESIS, type Tail } from './chain.ts';
import { isSignedRemoval } from './retention.ts';
import { isSignedBy, type Signer } from './signing-key.ts';
import { type Verification, verifyRows } from './verify.ts';

/** The last line of an export: what all of it comes to. */
interface End extends Tail {
  /** Of the first entry in the file, and what that follows. */
  readonly first: number;
  readonly prev: string;
  readonly ts: string;
}

const endText = ({ first, prev, seq, hash, ts }: End): string =>
  `toolgate export\n${first}\n${prev}\n${seq}\n${hash}\n${ts}`;

/** The rows, each anchor behind its row, and a signature over all of it. */
export function* exportSigned(
  rows: Iterable<AuditRow>,
  anchors: readonly Anchor[],
  signer: Signer,
): Iterable<string> {
  const signed = Map.groupBy(
    anchors.filter(({ signature }) => signature !== undefined),
    ({ seq }) => seq,
  );
  let first: AuditRow | undefined;
  let last: AuditRow | undefined;
  for (const row of rows) {
    first ??= row;
    last = row;
    yield JSON.stringify(row);
    for (const { seq, hash, ts, signature } of signed.get(row.seq) ?? [])
      yield JSON.stringify({ anchor: { seq, hash, ts, signature } });
  }
  const end: End = {
    first: first?.seq ?? 1,
    prev: first?.prev ?? GENESIS,
    seq: last?.seq ?? 0,
    hash: last?.hash ?? GENESIS,
    ts: new Date().toISOString(),
  };
  yield JSON.stringify({ end: { ...end, signature: signer.sign(endText(end)) } });
}

export interface ExportVerification extends Verification {
  /** Signatures that were made while the record was written, and are right. */
  readonly anchors: number;
}

/** Verifies such a file with nothing but the public key. */
export function verifyExport(lines: Iterable<string>, publicKey: string): ExportVerification {
  const seen: { first?: AuditRow; last?: AuditRow; end?: SignedEnd; problem?: string | undefined } = {};
  let anchors = 0;
  function* rows(): Iterable<AuditRow> {
    for (const line of lines) {
      if (line === '') continue;
      const read = JSON.parse(line);
      const { anchor, end, ...row } = read;
      if (seen.end) seen.problem = 'There is more behind the signature of the export';
      else if (!isAsWritten(line, read))
        seen.problem = `What stands behind entry ${seen.last?.seq ?? 0} is not as an export writes it`;
      else if (anchor) seen.problem = problemWithAnchor(anchor, seen.last, publicKey);
      if (seen.problem !== undefined) return;
      if (anchor) anchors += 1;
      else if (end) seen.end = end;
      else {
        seen.first ??= row;
        seen.last = row;
        yield row;
      }
    }
  }
  const found = verifyRows(rows(), [], { isOurRemoval: (body) => isSignedRemoval(body, publicKey) });
  const problem = found.problem ?? seen.problem ?? problemWithEnd(seen.end, seen, publicKey);
  return { ...found, anchors, problem };
}

const FIELDS = {
  anchor: 'hash seq signature ts',
  end: 'first hash prev seq signature ts',
  row: 'body callId hash kind prev seq ts',
};

const NUMBERS = /^(seq|first)$/;

/** One thing by itself, with the fields that are signed or hashed, each once: nobody reads a forged one beside them. */
function isAsWritten(line: string, { anchor, end, ...row }: Record<string, unknown>): boolean {
  const isOne =
    [anchor, end].filter((one) => one !== undefined).length + Math.min(1, Object.keys(row).length) === 1;
  const [fields, value] = anchor ? [FIELDS.anchor, anchor] : end ? [FIELDS.end, end] : [FIELDS.row, row];
  // A list of one text is hashed like the text.
  const isPlain = Object.entries(value).every(
    ([name, one]) => typeof one === (NUMBERS.test(name) ? 'number' : 'string'),
  );
  return (
    isOne &&
    isPlain &&
    Object.keys(value).sort().join(' ') === fields &&
    line === JSON.stringify(JSON.parse(line))
  );
}

type SignedEnd = End & { readonly signature: string };

function problemWithAnchor(
  anchor: Anchor,
  last: AuditRow | undefined,
  publicKey: string,
): string | undefined {
  const { seq, hash, signature } = anchor;
  if (seq !== last?.seq || hash !== last.hash)
    return `Entry ${seq} is not the one that was anchored: the record was rewritten`;
  return isSignedBy(publicKey, signedText(anchor), String(signature))
    ? undefined
    : `The anchor of entry ${seq} was not signed with this key`;
}

function problemWithEnd(
  end: SignedEnd | undefined,
  { first, last }: { readonly first?: AuditRow; readonly last?: AuditRow },
  publicKey: string,
): string | undefined {
  if (!end) return `The end is missing: there is no signature behind entry ${last?.seq ?? 0}`;
  if (!isSignedBy(publicKey, endText(end), String(end.signature)))
    return 'The export was not signed with this key, or was changed';
  const isSame =
    end.seq === (last?.seq ?? 0) &&
    end.hash === (last?.hash ?? GENESIS) &&
    end.first === (first?.seq ?? 1) &&
    end.prev === (first?.prev ?? GENESIS);
  return isSame
    ? undefined
    : `The signature covers entries ${end.first} to ${end.seq}, and not those that are there`;
}
