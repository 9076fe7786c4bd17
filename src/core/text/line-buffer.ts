interface LineBufferOptions {
  readonly write: (text: string) => void;
  readonly maxLines: number;
  readonly maxMs: number;
}

/**
 * Collects lines and writes them together: a write to a file is a system call that the caller would wait for. They are
 * put into words just before, since a hundred in a row cost a third of what each costs between other work.
 */
export function createLineBuffer({ write, maxLines, maxMs }: LineBufferOptions) {
  let lines: (() => string)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const ready = lines;
    lines = [];
    const text = ready.map((line) => line()).join('');
    if (text !== '') write(text);
  };
  return {
    add: (line: () => string): void => {
      lines.push(line);
      if (lines.length >= maxLines) flush();
      else timer ??= setTimeout(flush, maxMs).unref();
    },
    flush,
  };
}
