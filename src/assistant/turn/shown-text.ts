import type { Redaction } from '../services.ts';

/** Text that is shown while it is still being written, without secrets. */
export interface ShownText {
  /** What can be shown now. */
  push(delta: string): string;
  end(): string;
  /** What was shown so far; after `end`, everything as it is stored. */
  readonly text: string;
}

/** Up to here what is held back is read anew with each word, and further only when it has grown by an eighth. */
const SHORT = 4000;
/** What is held back for longer than this is not read before it is let go. */
const LONG = 16_384;

/** Passes on what is known to be clean, and of the line that is being written all but the last word: half a secret cannot be recognised. */
export function createShownText(redaction: Redaction): ShownText {
  const stream = redaction.stream();
  let clean = '';
  let shown = '';
  let readNextAt = 0;
  let hasEnded = false;
  /** What follows can change how the beginning is read; then nothing more is shown before that is settled. */
  const advance = (known: string): string => {
    if (!known.startsWith(shown)) return '';
    const fresh = known.slice(shown.length);
    shown = known;
    return fresh;
  };
  const foresee = (): string => {
    const { held } = stream;
    if (held.length < readNextAt || held.length > LONG) return clean;
    if (held.length > SHORT) readNextAt = held.length * 1.125;
    return clean + redaction.text(held.slice(0, beforeLastWord(held)));
  };
  return {
    push: (delta) => {
      const freed = stream.push(delta);
      if (freed !== '') readNextAt = 0;
      clean += freed;
      return advance(foresee());
    },
    end: () => {
      if (!hasEnded) clean += stream.end();
      hasEnded = true;
      return advance(clean);
    },
    get text() {
      return hasEnded ? clean : shown;
    },
  };
}

/** The word that is being written may become another one. */
function beforeLastWord(text: string): number {
  let at = text.length;
  while (at > 0 && !/\s/.test(text.charAt(at - 1))) at--;
  return at;
}
