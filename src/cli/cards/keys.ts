/** The keyboard of a terminal, one key at a time. */
export interface Keys {
  /** The next key; what was pressed before `notBefore` (performance.now) is dropped, so that nobody answers a card unread. */
  next(options: { readonly signal: AbortSignal; readonly notBefore?: number }): Promise<string>;
  /** A line that is typed and shown; undefined where it was given up with Escape or Ctrl-C. */
  line(prompt: string, signal: AbortSignal): Promise<string | undefined>;
  /** Lends the terminal to another program. */
  lend<T>(use: () => Promise<T>): Promise<T>;
  close(): void;
}

export const CTRL_C = '\u0003';
const ESCAPE = '\u001b';
const BACKSPACE = '\u007f';

export function openKeys(stdin: NodeJS.ReadStream, out: NodeJS.WriteStream): Keys {
  let onKey: (() => void) | undefined;
  let pressed: { readonly key: string; readonly at: number }[] = [];
  const onData = (chunk: Buffer): void => {
    // Arrows and the like come as one sequence; a paste comes as many keys.
    const text = chunk.toString();
    for (const key of text.startsWith(ESCAPE) ? [text] : text) {
      // Where no key is waited for, it means what it always means.
      if (key === CTRL_C && !onKey) interrupt();
      else pressed.push({ key, at: performance.now() });
    }
    onKey?.();
  };
  const interrupt = (): void => {
    rest();
    process.kill(process.pid, 'SIGINT');
  };
  const listen = (): void => {
    stdin.setRawMode(true);
    stdin.on('data', onData);
    stdin.resume();
  };
  const rest = (): void => {
    stdin.off('data', onData);
    stdin.setRawMode(false);
    stdin.pause();
  };
  listen();
  const next: Keys['next'] = ({ signal, notBefore = 0 }) =>
    new Promise((resolve, reject) => {
      const done = (): void => {
        onKey = undefined;
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => {
        done();
        reject(signal.reason);
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      onKey = () => {
        // Nobody has to wait to leave.
        pressed = pressed.filter(({ key, at }) => at >= notBefore || key === CTRL_C);
        const first = pressed.shift();
        if (!first) return;
        done();
        resolve(first.key);
      };
      onKey();
    });
  return {
    next,
    line: (prompt, signal) => typedLine({ next, out }, prompt, signal),
    lend: async (use) => {
      rest();
      try {
        return await use();
      } finally {
        listen();
      }
    },
    close: rest,
  };
}

async function typedLine(
  { next, out }: { readonly next: Keys['next']; readonly out: NodeJS.WriteStream },
  prompt: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  out.write(prompt);
  const notBefore = performance.now();
  for (let text = ''; ; ) {
    const key = await next({ signal, notBefore });
    if (key === '\r' || key === '\n' || key === CTRL_C || key === ESCAPE) {
      out.write('\n');
      return key === '\r' || key === '\n' ? text : undefined;
    }
    if (key === BACKSPACE || key === '\b') {
      if (text !== '') out.write('\b \b');
      text = text.slice(0, -1);
    } else if (key >= ' ' && !key.startsWith(ESCAPE)) {
      out.write(key);
      text += key;
    }
  }
}
