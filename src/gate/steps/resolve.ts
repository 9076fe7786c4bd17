import type { Step } from '../../core/call/call.ts';
import type { Caller } from '../../core/call/caller.ts';
import { ToolError } from '../../core/errors.ts';
import { nearest } from '../../core/text/nearest.ts';
import type { Registration, Registry } from '../../core/tool/registry.ts';
import type { Tool } from '../../core/tool/tool.ts';
import { normaliseArguments } from '../parameters/parameter-names.ts';

/** Name or alias -> tool; parameter spelling normalised before anything looks at the arguments. */
export const resolve =
  (registry: Registry): Step =>
  (call, next) => {
    const { tool: name, args, caller, malformed } = call.request;
    if (malformed !== undefined) throw new ToolError('VALIDATION', malformed);
    const found = findOffered(registry, name, caller);
    if (found.entry.task === 'required' && !call.request.canFollowTasks) {
      throw new ToolError('CLIENT_CAPABILITY', `${name} runs as a task, and this client cannot follow tasks`);
    }
    const goOn = (tool: Tool) => {
      call.facts.tool = tool;
      if (found.alias !== undefined) call.facts.alias = found.alias;
      call.facts.args = normaliseArguments(args, found);
      return next(call);
    };
    const tool = found.load();
    return tool instanceof Promise ? tool.then(goOn) : goOn(tool);
  };

/** The tool of this name, if it is in a pack of the caller; otherwise the words for a tool that is not there. */
export function findOffered(registry: Registry, name: string, caller: Caller): Registration {
  const found = registry.find(name);
  if (!found || !caller.packs.includes(found.entry.pack)) throw unknownTool(name, found, registry, caller);
  return found;
}

function unknownTool(
  name: string,
  found: Registration | undefined,
  registry: Registry,
  { packs, transport }: Caller,
): ToolError {
  const names = registry.entries.filter(({ pack }) => packs.includes(pack)).map((entry) => entry.name);
  const guess = nearest(name, names);
  const hint = found
    ? `It is in the pack ${found.entry.pack}, which this connection does not offer.`
    : guess === undefined
      ? `${transport === 'cli' ? 'toolgate tools' : 'tools/list'} shows them.`
      : `Did you mean "${guess}"?`;
  return new ToolError('UNKNOWN_TOOL', `There is no tool "${name}"`, { hint });
}
