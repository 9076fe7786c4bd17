import { approvalIn } from '../core/approval/approval-refusal.ts';
import { requiresConfirmation } from '../core/approval/requires-confirmation.ts';
import type { Answer, CallRequest } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import { userId } from '../core/process/user-id.ts';
import type { Pack } from '../core/tool/packs.ts';
import type { CatalogEntry } from '../core/tool/registry.ts';
import type { ToolDefinition } from '../host/tool-definitions.ts';
import type { Toolgate } from './toolgate.ts';

/** What a model asked for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** The form in which providers take a tool. */
export interface ChatToolDefinition {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: CatalogEntry['inputSchema'];
  };
}

export interface AvailableTools {
  readonly tools: readonly ToolDefinition[];
  readonly categories: readonly Pack[];
}

export type ToolCallResult =
  | { readonly success: true; readonly output: string; readonly error: null; readonly duration_ms: number }
  | { readonly success: false; readonly output: ''; readonly error: string; readonly duration_ms: null };

export interface ToolHandlerOptions {
  readonly agent: string;
  /** The conversation; events carry it. */
  readonly session?: string;
}

/** Everything an assistant needs of the tools, from the registry and through the gate. */
export class MCPToolHandler {
  readonly #toolgate: Toolgate;
  readonly #caller: () => Caller;

  constructor(toolgate: Toolgate, { agent, session }: ToolHandlerOptions) {
    this.#toolgate = toolgate;
    this.#caller = () => toolgate.callerFor(agent, session);
  }

  /** For the request to a provider. With a project, what is offered there. */
  async getChatToolDefinitions(projectPath?: string): Promise<ChatToolDefinition[]> {
    const { tools } = await this.getAvailableTools(projectPath);
    return tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
  }

  async getAvailableTools(projectPath?: string): Promise<AvailableTools> {
    const { toolDefinitions } = await loadDefinitions();
    const tools = toolDefinitions(this.#toolgate.host.registry, await this.#callerIn(projectPath));
    return { tools, categories: [...new Set(tools.map(({ category }) => category))] };
  }

  /** True for a tool that is unknown, and for any that may do more than read. */
  requiresConfirmation(toolName: string): boolean {
    return requiresConfirmation(this.#toolgate.host.registry.find(toolName)?.entry, this.#caller());
  }

  /** Runs a tool that only reads; anything else is refused, whatever the mode. */
  async executeToolCall(call: ToolCall, projectPath?: string): Promise<ToolCallResult> {
    if (this.requiresConfirmation(call.name))
      return failed(`${call.name} needs a confirmation; run it with executeConfirmedToolCall`);
    return resultOf(await this.#call(call, projectPath, { waitMs: 0 }));
  }

  /** Runs a tool that a person of this program has confirmed; the record names them. What policy forbids stays forbidden. */
  async executeConfirmedToolCall(
    call: ToolCall,
    projectPath?: string,
    confirmedBy = `local:${userId()}`,
  ): Promise<ToolCallResult> {
    const { approvals, explain } = this.#toolgate.host;
    const question = { tool: call.name, args: call.arguments };
    const { decision } = await explain(question, await this.#callerIn(projectPath));
    if (decision === 'ask') {
      const asked = await this.#call(call, projectPath, { onlyAsk: true });
      const approvalId = approvalAskedIn(asked);
      if (approvalId === undefined) return resultOf(asked);
      if (approvals.get(approvalId)?.status === 'pending')
        approvals.decide(approvalId, { verdict: 'approve', scope: 'once', by: confirmedBy, via: 'api' });
    }
    return resultOf(await this.#call(call, projectPath, { waitMs: 0 }));
  }

  async #callerIn(projectPath: string | undefined): Promise<Caller> {
    if (projectPath === undefined) return this.#caller();
    const { callerInProject } = await loadDefinitions();
    return callerInProject(this.#caller(), this.#toolgate.host.config, projectPath);
  }

  async #call(
    { id, name, arguments: args }: ToolCall,
    projectPath: string | undefined,
    more: Partial<CallRequest>,
  ): Promise<Answer> {
    const caller = await this.#callerIn(projectPath);
    return this.#toolgate.host.call({ tool: name, args, caller, toolCallId: id, ...more });
  }
}

const loadDefinitions = () => import('../host/tool-definitions.ts');

const failed = (error: string): ToolCallResult => ({ success: false, output: '', error, duration_ms: null });

const approvalAskedIn = (answer: Answer): string | undefined =>
  answer.kind === 'result' && !answer.ok ? approvalIn(answer.error) : undefined;

/** The steps of a workflow and of its runs, under the name they have for clients written against the older server. */
const withNodes = (data: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(data.steps) ? { ...data, nodes: data.steps } : data;

function resultOf(answer: Answer): ToolCallResult {
  if (answer.kind !== 'result') return failed('The tool asks its client something, and there is none');
  if (answer.ok)
    return {
      success: true,
      output: JSON.stringify(withNodes(answer.data)),
      error: null,
      duration_ms: answer.meta.durationMs,
    };
  const { code, message, hint, text } = answer.error;
  return failed([`${code}: ${message}`, hint, text].filter((part) => part !== undefined).join('\n'));
}
