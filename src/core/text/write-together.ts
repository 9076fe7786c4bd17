/** Lines that are ready at the same moment leave in one piece: one system call, and one wake of the reader. */
export function writeTogether(write: (text: string) => void): (line: string) => void {
  let waiting = '';
  const flush = (): void => {
    const text = waiting;
    waiting = '';
    write(text);
  };
  return (line) => {
    if (waiting === '') process.nextTick(flush);
    waiting += line;
  };
}
