import { startProgram } from './program.ts';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program to its end with this text on stdin. */
export async function runProgram(
  args: readonly string[],
  { input = '', ...options }: Parameters<typeof startProgram>[1] & { input?: string } = {},
): Promise<Ended> {
  const program = startProgram(args, options);
  const printed: Buffer[] = [];
  program.child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
  // A program that refuses its arguments may be gone before it has read anything.
  program.child.stdin?.on('error', () => {});
  program.child.stdin?.end(input);
  const closed = new Promise((resolve) => program.child.once('close', resolve));
  const { code } = await program.exit;
  await closed;
  return { code, stdout: Buffer.concat(printed).toString(), stderr: program.stderr() };
}
