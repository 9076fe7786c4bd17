import type { Tool, ToolSet } from 'ai';
import type { CallRequest, Progress } from '../core/call/call.ts';
import type { Caller } from '../core/call/caller.ts';
import { ToolError } from '../core/errors.ts';
import { nearest } from '../core/text/nearest.ts';
import { offeredTo } from '../core/tool/offered-tools.ts';
import type { CatalogEntry } from '../core/tool/registry.ts';
import type { GateHost } from './gate-host.ts';
import { inputSchemaOf } from './input-schema.ts';
import { modelOutput } from './model-output.ts';
import { type ApprovalIds, createToolApproval, type ToolApproval } from './tool-approval.ts';
import { type ToolOutput, toolOutput } from './tool-output.ts';
import { withProgress } from './with-progress.ts';

export interface AiSdkOptions {
  readonly caller: Caller;
  /** Names of the tools to offer, or for each name that the model sees the tool behind it; otherwise all. */
  readonly tools?: readonly string[] | Readonly<Record<string, string>> | undefined;
  /** Which question belongs to which tool call; one that is stored survives a restart. */
  readonly approvalIds?: ApprovalIds | undefined;
  readonly parent?: CallRequest['parent'];
  readonly onProgress?: ((progress: Progress & { readonly toolCallId: string }) => void) | undefined;
  /** Progress becomes a preliminary result of the tool, `{ progress }`. */
  readonly streamProgress?: boolean | undefined;
}

export interface AiSdkTools {
  readonly tools: ToolSet;
  /** For `generateText`, `streamText` and `ToolLoopAgent`. Without it, a call that needs a person waits for one. */
  readonly toolApproval: ToolApproval;
}

/** The gate's tools for the AI SDK: each call is judged, asked about, run and recorded like any other. */
export function aiSdkTools(host: GateHost, options: AiSdkOptions): AiSdkTools {
  const { caller, approvalIds = new Map<string, string>(), parent, onProgress, streamProgress } = options;
  const chosen = chosenTools(host, options);
  const call = async (
    { name }: CatalogEntry,
    args: unknown,
    toolCallId: string,
    more: Partial<CallRequest>,
  ): Promise<ToolOutput> => {
    const approval = approvalIds.get(toolCallId);
    return toolOutput(
      await host.call({
        ...{ tool: name, args, caller, toolCallId, parent },
        ...more,
        // Its question has been asked: a call that comes before the answer must not wait for it.
        ...(approval !== undefined && { waitMs: 0, input: { responses: {}, state: { approval } } }),
      }),
    );
  };
  const toolFor = (entry: CatalogEntry): Tool => ({
    type: 'dynamic',
    description: entry.description,
    inputSchema: inputSchemaOf(entry),
    metadata: { pack: entry.pack, title: entry.title },
    execute: (args, { toolCallId, abortSignal }) => {
      const run = (tell?: (progress: Progress) => void) =>
        call(entry, args, toolCallId, {
          ...(abortSignal && { signal: abortSignal }),
          ...((tell ?? onProgress) && {
            onProgress: (progress) => {
              onProgress?.({ ...progress, toolCallId });
              tell?.(progress);
            },
          }),
        });
      return streamProgress ? withProgress(run) : run();
    },
    toModelOutput: ({ output }) => modelOutput(output),
  });
  return {
    tools: Object.fromEntries([...chosen].map(([name, entry]) => [name, toolFor(entry)])),
    toolApproval: createToolApproval({ host, caller, parent, approvalIds, chosen }),
  };
}

/** By the name that the model sees. */
function chosenTools(
  { registry }: GateHost,
  { caller, tools }: AiSdkOptions,
): ReadonlyMap<string, CatalogEntry> {
  const offered = offeredTo(caller, registry.entries).filter(({ task }) => task !== 'required');
  const byName = new Map(offered.map((entry) => [entry.name, entry]));
  if (tools === undefined) return byName;
  const named = Array.isArray(tools) ? tools.map((name: string) => [name, name]) : Object.entries(tools);
  return new Map(
    named.map(([shown = '', name = '']): [string, CatalogEntry] => {
      const entry = byName.get(registry.find(name)?.entry.name ?? name);
      if (entry) return [shown, entry];
      const guess = nearest(name, [...byName.keys()]);
      throw new ToolError('UNKNOWN_TOOL', `There is no tool "${name}" for this agent`, {
        hint:
          guess === undefined ? 'Its packs and its mode decide which there are.' : `Did you mean "${guess}"?`,
      });
    }),
  );
}
