interface LineBufferOptions {
  readonly write: (text: string) => void;
  readonly maxBytes: number;
  readonly maxMs: number;
}

/** Collects lines and writes them together: a write to a file is a system call that the caller would wait for. */
export function createLineBuffer({ write, maxBytes, maxMs }: LineBufferOptions) {
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (text !== '') write(text);
    text = '';
  };
  return {
    add: (line: string): void => {
      text += line;
      if (text.length >= maxBytes) flush();
      else timer ??= setTimeout(flush, maxMs).unref();
    },
    flush,
  };
}
