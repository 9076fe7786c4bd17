import type { CatalogEntry } from '../../../core/tool/registry.ts';

export const FIND_TOOLS = 'find_tools';
export const CALL_TOOL = 'call_tool';

/**
 * The tools used most, with the parameters a model needs day by day. The gate takes all the others too, and find_tools
 * shows them. The last two are here because other answers tell a model to call them.
 */
const MOST_USED: Readonly<Record<string, readonly string[]>> = {
  read_file: ['path', 'startLine', 'maxLines', 'lineNumbers'],
  write_file: ['path', 'content', 'createDirs'],
  edit_file: ['path', 'edits', 'dryRun'],
  list_directory: ['path', 'recursive', 'cursor'],
  search_files: ['pattern', 'path'],
  search_text: ['query', 'path', 'glob', 'regex', 'contextLines'],
  shell_execute: ['command', 'cwd', 'access', 'reason', 'timeoutMs'],
  get_git_status: ['projectPath'],
  git_diff: ['repositoryPath', 'ref', 'staged', 'paths'],
  ci_run_tests: ['projectPath', 'args'],
  get_background_process_output: ['processId', 'sinceSeq', 'waitMs'],
  wait_for_approval: ['approvalId', 'waitMs'],
};

const OWN = [
  {
    name: FIND_TOOLS,
    title: 'Find tools',
    description:
      'There are over 100 more tools: git, builds, processes, code intelligence, web, SSH, workflows, knowledge. Say in a few words what you want to do; returns the best tools with their parameters, for call_tool.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: CALL_TOOL,
    title: 'Call a tool',
    description: 'Call any tool that find_tools names.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        arguments: { type: 'object', description: 'Parameters of that tool' },
      },
      required: ['name'],
    },
    annotations: {},
  },
];

/** What a client of the lean profile is shown of the tools that are offered to it. */
export const leanList = (offered: readonly CatalogEntry[]) => [
  ...Object.entries(MOST_USED).flatMap(([name, parameters]) => {
    const entry = offered.find((one) => one.name === name);
    return entry ? [shortened(entry, parameters)] : [];
  }),
  ...OWN,
];

function shortened(
  { name, title, description, inputSchema, annotations }: CatalogEntry,
  kept: readonly string[],
) {
  const { properties = {}, required } = inputSchema as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return {
    name,
    title,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        kept.flatMap((key) => (properties[key] ? [[key, withoutBounds(properties[key])]] : [])),
      ),
      ...(required && { required }),
    },
    // What MCP takes for granted is left out.
    annotations: {
      ...(annotations.readOnlyHint && { readOnlyHint: true }),
      ...(!annotations.readOnlyHint && !annotations.destructiveHint && { destructiveHint: false }),
      ...(!annotations.openWorldHint && { openWorldHint: false }),
    },
  };
}

const BOUNDS = ['minimum', 'maximum', 'minItems', 'maxItems', 'additionalProperties', 'propertyNames'];

/** The gate checks them all the same, and its error says them. */
const withoutBounds = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    BOUNDS.includes(key) ? undefined : value,
  ) as object;
