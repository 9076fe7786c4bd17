const WIDTH = 24;

/** A bar on the terminal that is drawn over itself; elsewhere a line now and then. */
export interface ProgressBar {
  show(done: number, total: number, what: string): void;
  /** Takes it away again. */
  clear(): void;
}

const LINE_MS = 5000;

export function createProgressBar(stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  let lastLine = performance.now();
  return {
    show: (done, total, what) => {
      const share = total === 0 ? 0 : Math.min(1, done / total);
      const filled = Math.round(share * WIDTH);
      const text = `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${done}/${total} ${what}`;
      if (stream.isTTY) {
        // A line that wraps could not be drawn over.
        stream.write(`\r\x1b[K${text.slice(0, stream.columns - 1)}`);
        return;
      }
      if (performance.now() - lastLine < LINE_MS) return;
      lastLine = performance.now();
      stream.write(`${text}\n`);
    },
    clear: () => {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}
