import { ToolError } from '../core/errors.ts';
import { defaultToolgate } from './default-toolgate.ts';
import type { Toolgate } from './toolgate.ts';

/** How a program ended. */
export class ProcessResult {
  /** null: ended by a signal. */
  readonly exitCode: number | null;
  readonly standardOutput: string;
  readonly standardError: string;
  /** It printed more than is kept; the middle is missing. */
  readonly truncated: boolean;

  constructor(
    exitCode: number | null,
    standardOutput: string,
    standardError: string,
    { truncated = false }: { readonly truncated?: boolean } = {},
  ) {
    this.truncated = truncated;
    this.exitCode = exitCode;
    this.standardOutput = standardOutput;
    this.standardError = standardError;
  }

  get success(): boolean {
    return this.exitCode === 0;
  }

  throwIfFailed(command: string): void {
    if (this.success) return;
    throw new Error(
      `Command '${command}' failed with exit code ${this.exitCode}.\n${this.standardError}\n${this.standardOutput}`,
    );
  }
}

/** Runs one program without a shell, through the gate. Both streams are read while it runs, so that neither can block it. */
export class ProcessRunner {
  readonly #toolgate: Toolgate | undefined;
  readonly #agent: string;

  constructor(toolgate?: Toolgate, agent = 'library') {
    this.#toolgate = toolgate;
    this.#agent = agent;
  }

  static runAsync(
    executable: string,
    args: readonly string[],
    workingDirectory?: string,
    signal?: AbortSignal,
  ): Promise<ProcessResult> {
    return new ProcessRunner().runAsync(executable, args, workingDirectory, signal);
  }

  /** Throws where it could not start, was refused, cancelled or took too long. */
  async runAsync(
    executable: string,
    args: readonly string[],
    workingDirectory?: string,
    signal?: AbortSignal,
  ): Promise<ProcessResult> {
    const toolgate = this.#toolgate ?? (await defaultToolgate());
    const result = await toolgate.call(
      'run_command',
      { argv: [executable, ...args], ...(workingDirectory !== undefined && { workingDirectory }) },
      { agent: this.#agent, ...(signal && { signal }) },
    );
    const { data } = result;
    if (!result.ok && (data === null || result.error.code !== 'EXEC_FAILED')) {
      const { code, message, hint, retryable } = result.error;
      throw new ToolError(code, message, { hint, retryable, data: data ?? undefined });
    }
    const { exitCode, stdout, stderr, truncated, processId } = data ?? {};
    const code = typeof exitCode === 'number' ? exitCode : null;
    if (truncated !== true || typeof processId !== 'string')
      return new ProcessResult(code, String(stdout), String(stderr), { truncated: truncated === true });
    const whole = await wholeOutput(toolgate, processId, this.#agent);
    // Where the first lines are no longer kept, the answer has at least the head and the tail.
    if (whole.dropped > 0)
      return new ProcessResult(code, String(stdout), String(stderr), { truncated: true });
    return new ProcessResult(code, whole.stdout, whole.stderr);
  }
}

/** Reading on takes longer with every line; more than this is for a file. */
const MOST_LINES = 20_000;

/** An answer holds only the head and the tail of a long output; the rest is kept for a while, line by line. */
async function wholeOutput(
  toolgate: Toolgate,
  processId: string,
  agent: string,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly dropped: number }> {
  const texts = { stdout: [] as string[], stderr: [] as string[] };
  for (let sinceSeq = 0; ; ) {
    const args = { processId, sinceSeq, tailLines: 5000 };
    const page = await toolgate.call('get_background_process_output', args, { agent });
    if (!page.ok) throw new ToolError(page.error.code, page.error.message, { hint: page.error.hint });
    // Sound: the output schema of the tool says so.
    const { lines, nextSeq, dropped } = page.data as unknown as OutputPage;
    if (dropped > 0) return { stdout: '', stderr: '', dropped };
    if (nextSeq > MOST_LINES) return { stdout: '', stderr: '', dropped: nextSeq };
    for (const { stream, text } of lines) texts[stream].push(`${text}\n`);
    if (lines.length === 0) return { stdout: texts.stdout.join(''), stderr: texts.stderr.join(''), dropped };
    sinceSeq = nextSeq;
  }
}

interface OutputPage {
  readonly lines: readonly { readonly stream: 'stdout' | 'stderr'; readonly text: string }[];
  readonly nextSeq: number;
  /** Lines that were asked for and are no longer kept. */
  readonly dropped: number;
}
