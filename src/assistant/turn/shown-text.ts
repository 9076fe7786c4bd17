/** Text that is shown while it is still being written, without secrets. */
export interface ShownText {
  /** What can be shown now. */
  push(delta: string): string;
  end(): string;
  /** Everything, as it is stored. */
  readonly text: string;
}

/** Up to here a line is read anew with each word; one without end, only when it has grown by an eighth. */
const SHORT_LINE = 4000;

/** Holds back the word that is being written: half a secret cannot be recognised. */
export function createShownText(redact: (text: string) => string): ShownText {
  let text = '';
  let line = '';
  let shown = '';
  let readNextAt = 0;
  /** The line as far as it is known, without what was shown of it already. */
  const advance = (to: number): string => {
    const clean = redact(line.slice(0, to));
    // What follows can change how the beginning is read; then nothing more of this line is shown before its end.
    if (!clean.startsWith(shown)) return '';
    const fresh = clean.slice(shown.length);
    shown = clean;
    return fresh;
  };
  return {
    push: (delta) => {
      text += delta;
      let fresh = '';
      for (const piece of delta.split(/(?<=\n)/)) {
        line += piece;
        if (piece.endsWith('\n')) {
          fresh += advance(line.length);
          line = '';
          shown = '';
          readNextAt = 0;
        } else if (line.length >= readNextAt) {
          if (line.length > SHORT_LINE) readNextAt = line.length * 1.125;
          fresh += advance(/^.*\s/s.exec(line)?.[0].length ?? 0);
        }
      }
      return fresh;
    },
    end: () => advance(line.length),
    get text() {
      return redact(text);
    },
  };
}
