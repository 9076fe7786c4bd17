/** Writes a line to stdout; 0, so that a command can end with it. */
export function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

export const printJson = (value: unknown): number => print(JSON.stringify(value, null, 2));
