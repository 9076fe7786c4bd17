import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { NativeCall } from '../../core/call/native-call.ts';
import type { ClientShell } from '../../core/hook-clients.ts';
import { oneOfInAnyCase } from '../../core/text/one-of.ts';
import { quote } from '../../engines/ssh/shell/quote.ts';
import { changeInWords } from './change-in-words.ts';
import { changedLine } from './changed-line.ts';
import { filesOf, isPathField, isTwofold, pathsIn, placesOf } from './named-paths.ts';
import { readPatch } from './patched-files.ts';
import { readArguments } from './read-call.ts';
import { placesToRun } from './terminal-places.ts';

type Data = Record<string, unknown>;

/** A native call in the words of the gate, or why it has none. */
export type MappedCall =
  | { readonly tool: string; readonly args: Data }
  | { readonly tool: string; readonly args: Data; readonly malformed: string };

export interface MapOptions {
  readonly cwd: string;
  readonly unknownTools: 'deny' | 'ask';
  /** What runs its commands. */
  readonly shell?: ClientShell;
  /** Other directories in which it may run; 'any' where that is not known. */
  readonly places?: readonly string[] | 'any';
  /** A shell, by name, that may run them and that nobody here knows. */
  readonly unknownShell?: string | undefined;
}

// By their names in all clients: where two use the same one, it does the same.
const SHELLS =
  /^(bash|shell|sh|powershell|monitor|run_shell_command|exec_command|shell_command|local_shell|execute_command|run_in_terminal|runinterminal|runterminalcommand|run_terminal_command|developer__shell|terminal|run_terminal_cmd|write_bash|write_powershell|beforeshellexecution)$/i;
const WRITES = oneOfInAnyCase`
  write edit multiedit notebookedit notebook_edit write_file replace create edit_file str_replace_editor
  str_replace insert create_file createfile write_to_file replace_in_file replace_string_in_file
  multi_replace_string_in_file replacestringinfile multireplacestring insert_edit_into_file insertedit
  editfiles edit_notebook_file developer__text_editor text_editor search_replace delete_file deletefile
  delete
`;
const READS = oneOfInAnyCase`
  read glob grep ls view list read_file read_files read_many_files readfile list_directory listdirectory
  list_dir search_file_content grep_search grep_files glob_file_search search_codebase codebase_search
  text_search findtextinfiles findfiles semanticsearch rg glob_search file_search filesearch textsearch
  search_files list_files list_code_definition_names codebase semantic_search readmanyfiles view_image lsp
  read_notebook get_errors problems usages
`;
const FETCHES = /^(webfetch|web_fetch|fetch|fetch_webpage|fetchwebpage|webfetchtool)$/i;
const SEARCHES = /^(websearch|web_search|google_web_search|web_search_call|searchweb)$/i;
const NOTES = oneOfInAnyCase`
  agent task todowrite todoread todo_write todo_read toolsearch tool_search taskcreate taskget taskupdate
  tasklist taskoutput taskstop bashoutput killshell killbash exitplanmode enterplanmode exit_plan_mode
  enter_plan_mode askuserquestion ask_user ask_user_question waitformcpservers reportfindings schedulewakeup
  cronlist readnotifications proposegoal update_plan update_topic report_intent get_internal_docs
  write_todos complete_task task_complete structuredoutput question plan read_bash stop_bash list_bash
  list_agents read_agent request_user_input spawn_agent wait_agent close_agent send_input wait
  manage_todo_list attempt_completion ask_followup_question new_task plan_mode_respond runsubagent exit_plan
  enter_plan batch_todo sleep get_goal set_goal create_goal update_goal resume_agent listagents sendmessage
  invoke_agent write_agent list_background_processes read_background_output fetch_copilot_cli_documentation
`;
/** What they keep is there in later sessions, or runs by itself: a skill may name commands that run as it is loaded. */
const LASTING =
  /^(save_memory|store_memory|croncreate|crondelete|skill|activate_skill|use_skill|slashcommand)$/i;
/** They ask other servers. */
const RESOURCES = /^(listmcpresources(tool)?|list_mcp_resources|list_mcp_resource_templates)$/i;
/** With these a step is more than words: it names files, runs something, or works in a tree of its own. */
const ACTS = /^(command|cmd|script|isolation|worktree|cwd|workdir)$/i;
const PATCHES = /^(apply_patch|applypatch|patch)$/i;

/** What the agent is about to do, as a call that the gate can judge. */
export function mapCall(call: NativeCall, options: MapOptions): MappedCall {
  const { tool, input, mcp } = call;
  if (mcp) return { tool: 'native_mcp', args: { tool, ...mcp, arguments: input } };
  if (PATCHES.test(tool)) {
    const [text, ...others] = valuesOf(input, 'command', 'input', 'patch', 'patchText');
    if (others.length > 0) return cannot(call, 'it brings several patches');
    return patch(call, options, typeof text === 'string' ? text : undefined);
  }
  if (SHELLS.test(tool)) return shell(call, options);
  if (WRITES.test(tool)) return write(call, options);
  if (READS.test(tool)) return read(call, options);
  if (FETCHES.test(tool)) return fetch(call);
  if (SEARCHES.test(tool))
    return { tool: 'native_search', args: { tool, query: textOf(input, 'query', 'pattern') ?? '' } };
  if (RESOURCES.test(tool))
    return {
      tool: 'native_mcp',
      args: { tool, server: textOf(input, 'server') ?? 'any', name: 'resources/list', arguments: input },
    };
  if (NOTES.test(tool) && !Object.entries(input).some(isAct))
    return { tool: 'native_note', args: { tool, about: aboutOf(input) } };
  if (LASTING.test(tool) || NOTES.test(tool) || options.unknownTools === 'ask')
    return { tool: 'native_other', args: { tool, arguments: input } };
  return cannot(call, 'Toolgate does not know what it does (hooks.unknownTools = deny)');
}

const isAct = ([field, value]: readonly [string, unknown]): boolean =>
  (ACTS.test(field) || isPathField(field)) && value !== undefined && value !== null && value !== '';

function shell(call: NativeCall, options: MapOptions): MappedCall {
  const { tool, input } = call;
  // What is typed into a shell that runs is a command like any other.
  const fields = ['command', 'cmd', 'script', ...(/^write_/i.test(tool) ? ['input'] : [])];
  const [given, ...others] = valuesOf(input, ...fields);
  const [where, ...elsewhere] = valuesOf(input, 'workdir', 'dir_path', 'directory', 'cwd');
  // Which of them counts is up to the client.
  if (others.length > 0) return cannot(call, 'it names several commands');
  if (elsewhere.length > 0) return cannot(call, 'it names several directories');
  const command = Array.isArray(given) ? given.map((word) => wordOf(String(word))).join(' ') : given;
  if (Array.isArray(given) && /^apply_?patch$/.test(String(given[0])))
    return patch(call, options, given.slice(1).map(String).join('\n'));
  const cwd = typeof where === 'string' ? (placesOf(where, options.cwd).at(-1) ?? where) : options.cwd;
  if (typeof command !== 'string' || command.trim() === '') {
    // Monitor of Claude Code can listen to a web socket instead.
    const { url } = (input.ws ?? {}) as { url?: unknown };
    if (typeof url === 'string')
      return { tool: 'native_fetch', args: { tool, urls: [url.replace(/^ws/, 'http')] } };
    return cannot(call, 'it names no command');
  }
  const changed = changedLine(call.client, command);
  if (changed.refused !== undefined) return cannot(call, changed.refused);
  // Codex takes a patch that is sent as a command for one, and applies it itself.
  const lone = LONE_PATCH.exec(command);
  if (lone && isTwofold(unquoted(lone[1]), cwd)) return cannot(call, `${lone[1]} may mean two directories`);
  if (lone) return patch(call, { ...options, cwd: inDirectory(lone[1], cwd) }, lone[2]);
  if (/\bapply_?patch\b/.test(command) && /\*{3}\s*(begin|add|update|delete|move)/i.test(command))
    return cannot(call, 'a patch stands beside other commands; send it alone');
  const unknown = [
    ...unknownToShell(tool, input),
    ...(options.unknownShell === undefined ? [] : [options.unknownShell]),
    ...(changed.by === undefined ? [] : [changed.by]),
    ...(options.places === 'any' ? ['its terminal, which may be in any directory by now,'] : []),
    // Which of the two it does is up to the client.
    ...(input.ws === undefined || input.ws === null ? [] : ['ws']),
    ...(isTwofold(typeof where === 'string' ? where : '.', options.cwd) ? ['the client'] : []),
  ];
  const places = Array.isArray(options.places) ? placesToRun(command, options.places) : [];
  return {
    tool: 'native_shell',
    args: {
      tool,
      command,
      cwd,
      ...(options.shell && { shell: options.shell }),
      ...(places.length > 0 && { places }),
      ...(unknown.length > 0 && { unknown }),
    },
  };
}

/** How long it may take, where it is shown, and what it is for: nothing that changes what runs. */
const SHELL_FIELDS = oneOfInAnyCase`
  command cmd script input workdir dir_path directory cwd ws description explanation goal justification
  reason task_progress timeout(_?ms)? (run_in|is)_?background persistent mode async detach delay
  (initial_?)?wait wait_for_previous (shell|session)_?id yield_time_ms max_output_\w+ sandbox_permissions
  with_escalated_permissions dangerouslyDisableSandbox login tty prefix_rule requires_approval
  require_user_approval tool_?call_?id
`;

/** What another language, another program or an argument that is not known makes of the command. */
function unknownToShell(tool: string, input: Data): string[] {
  const fields = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  return [
    ...fields.map(([field]) => field).filter((field) => !SHELL_FIELDS.test(field)),
    ...(/powershell/i.test(tool) ? ['PowerShell'] : []),
    ...(/^write_/i.test(tool) ? ['the program that reads it'] : []),
  ];
}

/** What the arguments say under these names, each text once. */
function valuesOf(input: Data, ...fields: readonly string[]): unknown[] {
  // Whether a client tells small and large letters apart is its own business.
  const names = new Set(fields.map((field) => field.toLowerCase()));
  const given = Object.entries(input)
    .filter(([field, value]) => names.has(field.toLowerCase()) && value !== undefined && value !== null)
    .map(([, value]) => value);
  return [...new Map(given.map((value) => [JSON.stringify(value), value])).values()];
}

/** An argument list keeps its words: `bash -c 'rm -rf x'` runs one text, not the command `rm`. */
const wordOf = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word));

/** A patch that is sent as a command: where `cd` goes before it, and the rest. */
const LONE_PATCH =
  /^\s*(?:cd\s+("[^"\n]*"|'[^'\n]*'|[^\s"';&|<>()]+)\s*&&\s*)?(apply_?patch\s*<<-?\s*(['"]?)(\w+)\3[ \t]*\r?\n(?:(?!\4\s*\n).*\n)*\4\s*)$/;

/** Where `cd` goes before; what is no plain name is none that Codex takes. */
const inDirectory = (quoted: string | undefined, cwd: string): string =>
  placesOf(unquoted(quoted), cwd).at(-1) ?? cwd;

const unquoted = (word = '.'): string => word.replace(/^(["'])(.*)\1$/, '$2');

function patch(call: NativeCall, { cwd }: MapOptions, text: string | undefined): MappedCall {
  const { files, unknown } = readPatch(text ?? '');
  if (text === undefined || files.length === 0) return cannot(call, 'its patch names no file');
  if (files.length > 500) return cannot(call, 'its patch names more than 500 files');
  return {
    tool: 'native_write',
    args: {
      tool: call.tool,
      files: files.flatMap(({ path, access }) => filesOf([path], cwd, access)),
      change: text,
      ...(unknown.length > 0 && { unknown }),
    },
  };
}

const EDITORS = /^(developer__)?text_editor$|^str_replace_editor$/i;

function write(call: NativeCall, { cwd }: MapOptions): MappedCall {
  const { tool, input } = call;
  // To other tools the word means nothing, and they write.
  if (EDITORS.test(tool) && input.command === 'view') return read({ ...call, tool: 'view' }, { cwd }, tool);
  const paths = pathsIn(input);
  if (paths.length === 0) return cannot(call, 'it names no file');
  if (paths.length > 500) return cannot(call, 'it names more than 500 files');
  if (EDITORS.test(tool) && typeof input.diff === 'string' && input.diff !== '')
    return cannot(call, 'its diff may name other files; use old_str and new_str');
  // It would change one of that name wherever it finds it.
  if (call.client === 'gemini' && tool === 'replace' && paths.some((path) => isNotThere(path, cwd)))
    return cannot(call, 'Gemini CLI looks elsewhere for a file that is not there; name it from / on');
  const access = /delete/i.test(tool) ? 'delete' : 'write';
  return {
    tool: 'native_write',
    args: {
      tool,
      files: filesOf([...paths, ...perhapsPaths(input)], cwd, access),
      change: changeInWords(input),
    },
  };
}

const isNotThere = (path: string, cwd: string): boolean =>
  !isAbsolute(path) && !existsSync(resolve(cwd, path));

/** What is written, and what is said of it. */
const WRITE_FIELDS =
  /^(content|contents|file_?text|text|(old|new|insert)_?(str|string|text|source|content)|code(_?edit)?|diff|instructions?|explanation|description|language|command|cell_?(id|type)|edit_?(mode|type)|task_progress|tool_?call_?id)$/i;

/** A word under a name that is not known may be another file. */
const perhapsPaths = (input: Data): string[] =>
  Object.entries(input).flatMap(([field, value]) =>
    typeof value === 'string' &&
    !isPathField(field) &&
    !WRITE_FIELDS.test(field) &&
    /^\S{1,1000}$/.test(value)
      ? [value]
      : [],
  );

const read = (call: NativeCall, { cwd }: Pick<MapOptions, 'cwd'>, tool = call.tool): MappedCall => ({
  tool: 'native_read',
  args: { ...readArguments(call, cwd), tool },
});

function fetch(call: NativeCall): MappedCall {
  const { tool, input } = call;
  const named = [input.url, input.urls].flat().filter((url) => typeof url === 'string');
  // Gemini CLI fetches what its prompt names, whatever stands beside it.
  const isPrompted = named.length === 0 || tool === 'web_fetch';
  const urls = [...new Set([...named, ...(isPrompted ? addressesIn(textOf(input, 'prompt') ?? '') : [])])];
  const wrong = urls.find((url) => !URL.canParse(url));
  if (urls.length === 0 || wrong !== undefined) return cannot(call, `it names no address: ${wrong ?? ''}`);
  return { tool: 'native_fetch', args: { tool, urls } };
}

/** Every address in a text, as a whole word, which need not begin like one, and without what a sentence puts around it. */
const addressesIn = (text: string): string[] => [
  ...text
    .split(/\s+/)
    .filter((word) => word.includes('://') && /^https?:$/.test(URL.parse(word)?.protocol ?? '')),
  ...(text.match(/https?:\/\/[^\s"'<>)]+/gi) ?? []),
];

export const cannot = ({ tool, client, input }: NativeCall, why: string): MappedCall => ({
  tool,
  args: input,
  malformed: `${tool} of ${client} is refused: ${why}`,
});

function textOf(input: Data, ...fields: readonly string[]): string | undefined {
  return fields.map((field) => input[field]).find((value): value is string => typeof value === 'string');
}

const aboutOf = (input: Data): string =>
  (textOf(input, 'description', 'prompt', 'title', 'subject', 'query') ?? JSON.stringify(input)).slice(
    0,
    500,
  );
