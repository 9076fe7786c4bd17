import { hash } from 'node:crypto';
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { once } from '../../core/timing/once.ts';
import type { Tail } from './chain.ts';
import { isSignedBy, type Signer } from './signing-key.ts';

/** How far the record had come, noted outside the data directory. */
export interface Anchor extends Tail {
  readonly ts: string;
  readonly signature?: string | undefined;
}

/** Anchors that stay are this many entries apart, and signed. */
export const ANCHOR_EVERY = 256;

/** Where anchors go: outside the data directory, so that an attacker who rewrites the record has to find them too. */
export const anchorsPath = (stateHome: string | undefined): string =>
  join(stateHome || join(homedir(), '.local', 'state'), 'toolgate', 'anchors.jsonl');

/** Notes how far the record has come. */
export interface Anchors {
  /** Before anything is written: a head that the record does not have any more stays as evidence. */
  start(hashAt: (seq: number) => unknown): void;
  /** With each write: overwrites the head, the newest anchor. Signed for rows that must not be lost. */
  reach(tail: Tail, options?: { signed?: boolean }): void;
  /** Now and then: adds a signed anchor to those that stay. */
  keep(tail: Tail): void;
  /** With the key outside the data directory; undefined where nothing is signed. */
  sign(text: string): string | undefined;
  close(): void;
}

interface AnchorsParts {
  /** Of the file with the anchors that stay, which several data directories share. */
  readonly path: string;
  readonly dataDir: string;
  /** Loaded with the first signature. */
  readonly signer?: (() => Signer) | undefined;
  /** Told once why anchors cannot be written or signed; calls go on without. */
  readonly warn: (error: unknown) => void;
}

export function openAnchors({ path, dataDir, signer, warn }: AnchorsParts): Anchors {
  const head = once(() => openHead(headPath(path, dataDir)));
  const slot = Buffer.alloc(SLOT_BYTES);
  const signed = signer && once(signer);
  const warnOnce = once(() => ({ warn }));
  const tryTo = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      if (warnOnce.made === undefined) warnOnce().warn(error);
    }
  };
  const anchorOf = ({ seq, hash: own }: Tail, isSigned: boolean): Anchor => {
    const anchor = { seq, hash: own, ts: new Date().toISOString() };
    return isSigned && signed ? { ...anchor, signature: signed().sign(signedText(anchor)) } : anchor;
  };
  const writeHead = (anchor: Anchor): void => {
    slot.fill(SPACE);
    slot.write(JSON.stringify(anchor));
    slot[SLOT_BYTES - 1] = LINE_END;
    writeSync(head(), slot, 0, SLOT_BYTES, anchor.signature === undefined ? 0 : SLOT_BYTES);
  };
  return {
    start: (hashAt) =>
      tryTo(() => {
        for (const anchor of readHeads(path, dataDir))
          if (hashAt(anchor.seq) !== anchor.hash) addAnchor(path, dataDir, anchor);
      }),
    reach: (tail, { signed: isSigned = false } = {}) => tryTo(() => writeHead(anchorOf(tail, isSigned))),
    keep: (tail) =>
      tryTo(() => {
        const anchor = anchorOf(tail, true);
        writeHead(anchor);
        addAnchor(path, dataDir, anchor);
      }),
    sign: (text) => signed?.().sign(text),
    close: () => {
      if (head.made !== undefined) closeSync(head.made);
    },
  };
}

/** The newest anchor, and the newest that is signed: two slots of a file, each overwritten in place. */
const SLOT_BYTES = 384;
const [SPACE, LINE_END] = [0x20, 0x0a];

const headPath = (path: string, dataDir: string): string =>
  join(dirname(path), 'heads', hash('sha256', dataDir).slice(0, 32));

/** To be overwritten in place. */
function openHead(path: string): number {
  if (existsSync(path)) return openSync(path, 'r+');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fd = openSync(path, 'wx+', 0o600);
  const empty = Buffer.alloc(SLOT_BYTES, SPACE);
  empty[SLOT_BYTES - 1] = LINE_END;
  writeSync(fd, Buffer.concat([empty, empty]));
  return fd;
}

/** What a signature of an anchor covers. */
export const signedText = ({ seq, hash: own, ts }: Tail & { readonly ts: string }): string =>
  `toolgate anchor\n${seq}\n${own}\n${ts}`;

export function addAnchor(path: string, dataDir: string, anchor: Anchor): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { ts, seq, hash: own, signature } = anchor;
  appendFileSync(path, `${JSON.stringify({ ts, dataDir, seq, hash: own, signature })}\n`, { mode: 0o600 });
}

/** The newest anchors of a data directory: those that the next write overwrites. */
export const readHeads = (path: string, dataDir: string): Anchor[] =>
  linesOf(headPath(path, dataDir)).flatMap(anchorIn);

/** Every anchor of a data directory that there is. */
export const readAnchors = (path: string, dataDir: string): Anchor[] => [
  ...linesOf(path)
    .flatMap(anchorIn)
    .filter((anchor) => anchor.dataDir === dataDir),
  ...readHeads(path, dataDir),
];

const linesOf = (path: string): string[] => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []);

/** A line that a crash or a full disk cut off says nothing, and keeps the others from nothing. */
function anchorIn(line: string): (Anchor & { readonly dataDir?: string })[] {
  try {
    const { dataDir, seq, hash: own, ts, signature } = JSON.parse(line) ?? {};
    if (!Number.isInteger(seq) || typeof own !== 'string') return [];
    return [{ dataDir, seq, hash: own, ts: String(ts), signature }];
  } catch {
    return [];
  }
}

/** The first anchor whose signature is not by this key. */
export const forgedAnchor = (anchors: readonly Anchor[], publicKey: string): Anchor | undefined =>
  anchors.find(
    (anchor) =>
      anchor.signature !== undefined && !isSignedBy(publicKey, signedText(anchor), anchor.signature),
  );
