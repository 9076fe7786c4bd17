import type { Operation } from '../permissions/permission-manager.ts';
import { envelope, failureOf, GatedTool } from './gated-tool.ts';
import type { ToolResult } from './mcp-tool.ts';
import { followProcess, type ShellProcess } from './shell-process.ts';

export interface ShellParams {
  readonly command: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly shell?: string;
}

interface ShellData {
  readonly stdout: string;
  readonly stderr: string;
  /** null: ended by a signal, or still running. */
  readonly exitCode: number | null;
  /** Milliseconds. */
  readonly duration: number;
}

/** `data` is null where the command did not start. */
export type ShellResult = ToolResult<ShellData | null>;

export class ShellToolImpl extends GatedTool<ShellParams, ShellResult> {
  override readonly name = 'shell';
  override readonly description = 'Execute terminal commands and scripts';
  override readonly schema = {
    parameters: {
      command: { type: 'string', description: 'Bash line or script' },
      cwd: { type: 'string', description: 'Where it runs' },
      env: { type: 'object', description: 'Variables to add' },
      timeout: { type: 'number', description: 'Milliseconds' },
      shell: { type: 'string', description: 'Only bash' },
    },
    required: ['command'],
  };

  override operation({ timeout, ...params }: ShellParams): Operation {
    return { tool: 'shell_execute', args: { ...params, timeoutMs: timeout } };
  }

  override async execute(params: ShellParams): Promise<ShellResult> {
    const result = await this.call(this.operation(params));
    return envelope(result, ({ stdout, stderr, exitCode, durationMs }) => ({
      stdout: String(stdout),
      stderr: String(stderr),
      exitCode: typeof exitCode === 'number' ? exitCode : null,
      duration: Number(durationMs),
    }));
  }

  /** Starts it in the background; what it prints comes as it is printed. */
  async executeAsync({ command, cwd, env }: ShellParams): Promise<ShellProcess> {
    const started = await this.call({ tool: 'shell_start', args: { command, cwd, env } });
    // One that failed at once has an output, too.
    const id = started.data?.processId;
    if (typeof id !== 'string') throw failureOf(started);
    return followProcess(await this.toolgate(), id, (args) =>
      this.dataOf({ tool: 'get_background_process_output', args }),
    );
  }

  /** Ends it with everything it started. */
  async kill(processId: string): Promise<void> {
    await this.dataOf({ tool: 'stop_background_process', args: { processId } });
  }
}
