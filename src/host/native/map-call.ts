import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { NativeCall } from '../../core/call/native-call.ts';
import { realPathOf } from '../../engines/files/open/real-path.ts';
import { quote } from '../../engines/ssh/shell/quote.ts';
import { FILE_KINDS } from '../../tools/native/file-kinds.ts';
import { patchedFiles } from './patched-files.ts';

type Data = Record<string, unknown>;

/** A native call in the words of the gate, or why it has none. */
export type MappedCall =
  | { readonly tool: string; readonly args: Data }
  | { readonly tool: string; readonly args: Data; readonly malformed: string };

export interface MapOptions {
  readonly cwd: string;
  readonly unknownTools: 'deny' | 'ask';
}

// By their names in all clients: where two use the same one, it does the same.
const SHELLS =
  /^(bash|shell|sh|powershell|monitor|run_shell_command|exec_command|shell_command|local_shell|execute_command|run_in_terminal|runinterminal|runterminalcommand|run_terminal_command|developer__shell|terminal|run_terminal_cmd|write_bash|write_powershell|beforeshellexecution)$/i;
const WRITES =
  /^(write|edit|multiedit|notebookedit|notebook_edit|write_file|replace|create|edit_file|str_replace_editor|str_replace|insert|create_file|createfile|write_to_file|replace_in_file|replace_string_in_file|replacestringinfile|insert_edit_into_file|insertedit|editfiles|edit_notebook_file|developer__text_editor|text_editor|search_replace|delete_file|deletefile|delete)$/i;
const READS =
  /^(read|glob|grep|ls|view|list|read_file|read_files|read_many_files|readfile|list_directory|listdirectory|list_dir|search_file_content|grep_search|grep_files|search_codebase|codebase_search|text_search|findtextinfiles|findfiles|semanticsearch|rg|glob_search|file_search|filesearch|textsearch|search_files|list_files|list_code_definition_names|codebase|semantic_search|readmanyfiles|view_image|lsp|read_notebook|get_errors|problems|usages)$/i;
const FETCHES = /^(webfetch|web_fetch|fetch|fetch_webpage|fetchwebpage|webfetchtool)$/i;
const SEARCHES = /^(websearch|web_search|google_web_search|web_search_call|searchweb)$/i;
const NOTES =
  /^(agent|task|todowrite|todoread|todo_write|todo_read|toolsearch|tool_search|taskcreate|taskget|taskupdate|tasklist|taskoutput|taskstop|bashoutput|killshell|killbash|exitplanmode|enterplanmode|exit_plan_mode|enter_plan_mode|askuserquestion|ask_user|ask_user_question|skill|activate_skill|slashcommand|waitformcpservers|listmcpresourcestool|listmcpresources|reportfindings|schedulewakeup|cronlist|readnotifications|proposegoal|update_plan|update_topic|report_intent|get_internal_docs|save_memory|write_todos|complete_task|task_complete|structuredoutput|question|plan|store_memory|read_bash|stop_bash|list_bash|list_agents|read_agent|request_user_input|spawn_agent|wait_agent|close_agent|send_input|wait|manage_todo_list|attempt_completion|ask_followup_question|new_task|plan_mode_respond|use_skill|runsubagent|exit_plan|enter_plan|batch_todo|sleep|list_mcp_resources|list_mcp_resource_templates|get_goal|set_goal|create_goal|update_goal|resume_agent|listagents|sendmessage|croncreate|crondelete|invoke_agent|write_agent|list_background_processes|read_background_output|fetch_copilot_cli_documentation)$/i;
const PATCHES = /^(apply_patch|applypatch|patch)$/i;

/** What the agent is about to do, as a call that the gate can judge. */
export function mapCall(call: NativeCall, options: MapOptions): MappedCall {
  const { tool, input, mcp } = call;
  if (mcp) return { tool: 'native_mcp', args: { tool, ...mcp, arguments: input } };
  if (PATCHES.test(tool))
    return patch(call, options, textOf(input, 'command', 'input', 'patch', 'patchText'));
  if (SHELLS.test(tool)) return shell(call, options);
  if (WRITES.test(tool)) return write(call, options);
  if (READS.test(tool)) return read(call, options);
  if (FETCHES.test(tool)) return fetch(call);
  if (SEARCHES.test(tool))
    return { tool: 'native_search', args: { tool, query: textOf(input, 'query', 'pattern') ?? '' } };
  if (NOTES.test(tool)) return { tool: 'native_note', args: { tool, about: aboutOf(input) } };
  if (options.unknownTools === 'ask') return { tool: 'native_other', args: { tool, arguments: input } };
  return cannot(call, 'Toolgate does not know what it does (hooks.unknownTools = deny)');
}

function shell(call: NativeCall, options: MapOptions): MappedCall {
  const { tool, input } = call;
  // What is typed into a shell that runs is a command like any other.
  const given =
    input.command ?? input.cmd ?? input.script ?? (/^write_/.test(tool) ? input.input : undefined);
  const command = Array.isArray(given) ? given.map((word) => wordOf(String(word))).join(' ') : given;
  if (Array.isArray(given) && /^apply_?patch$/.test(String(given[0])))
    return patch(call, options, given.slice(1).map(String).join('\n'));
  const where = textOf(input, 'workdir', 'dir_path', 'directory', 'cwd');
  const cwd = where === undefined ? options.cwd : resolve(options.cwd, where);
  if (typeof command !== 'string' || command.trim() === '') {
    // Monitor of Claude Code can listen to a web socket instead.
    const { url } = (input.ws ?? {}) as { url?: unknown };
    if (typeof url === 'string')
      return { tool: 'native_fetch', args: { tool, urls: [url.replace(/^ws/, 'http')] } };
    return cannot(call, 'it names no command');
  }
  // Codex takes a patch that is sent as a command for one, and applies it itself.
  if (LONE_PATCH.test(command)) return patch(call, { ...options, cwd }, command);
  if (/\bapply_?patch\b/.test(command) && patchedFiles(command).length > 0)
    return cannot(call, 'a patch stands beside other commands; send it alone');
  return { tool: 'native_shell', args: { tool, command, cwd } };
}

/** An argument list keeps its words: `bash -c 'rm -rf x'` runs one text, not the command `rm`. */
const wordOf = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quote(word));

const LONE_PATCH = /^\s*apply_?patch\s*<<-?\s*(['"]?)(\w+)\1[ \t]*\n(?:(?!\2\s*\n).*\n)*\2\s*$/;

function patch(call: NativeCall, { cwd }: MapOptions, text: string | undefined): MappedCall {
  const files = patchedFiles(text ?? '');
  if (text === undefined || files.length === 0) return cannot(call, 'its patch names no file');
  return {
    tool: 'native_write',
    args: {
      tool: call.tool,
      files: files.flatMap(({ path, access }) =>
        namesOf(resolve(cwd, path)).map((name) => ({ path: name, access })),
      ),
      change: text,
    },
  };
}

function write(call: NativeCall, { cwd }: MapOptions): MappedCall {
  const { tool, input } = call;
  const paths = pathsIn(input);
  if (paths.length === 0) return cannot(call, 'it names no file');
  const access = /delete/i.test(tool) ? 'delete' : 'write';
  return {
    tool: /^view$/i.test(String(input.command ?? '')) ? 'native_read' : 'native_write',
    args: /^view$/i.test(String(input.command ?? ''))
      ? { tool, files: filesOf(paths, cwd, 'read') }
      : { tool, files: filesOf(paths, cwd, access), change: changeOf(input) },
  };
}

function read(call: NativeCall, { cwd }: MapOptions): MappedCall {
  const { tool, input } = call;
  // Those it names there are patterns.
  const isMany = /^read_?many_?files$/i.test(tool);
  const paths = isMany ? [] : pathsIn(input);
  const names = textOf(input, 'glob', 'include', 'include_pattern', 'includePattern', 'file_pattern');
  const isSearch = /^(glob|file_search|filesearch|glob_search)$/i.test(tool);
  const pattern = names ?? (isSearch ? textOf(input, 'pattern', 'query') : undefined);
  const lists = isMany || !/^(read|view|read_file|read_files|readfile|view_image|read_notebook)$/i.test(tool);
  return {
    tool: 'native_read',
    args: {
      tool,
      files: (paths.length > 0 ? paths : ['.']).flatMap((path) =>
        filesOf([path], cwd, lists && !(printsContent(tool) && isFile(resolve(cwd, path))) ? 'list' : 'read'),
      ),
      ...(pattern !== undefined && { names: pattern }),
      ...(printsContent(tool) && { search: searchIn(isMany ? { ...input, glob: input.paths } : input) }),
    },
  };
}

/** A search that is given a file prints what is in it. */
const printsContent = (tool: string): boolean =>
  /^(grep|grep_search|grep_files|search_file_content|rg|textsearch|text_search|findtextinfiles|search_files|search_codebase|codebase|codebase_search|semantic_search|semanticsearch|read_many_files|readmanyfiles)$/i.test(
    tool,
  );

const GLOB_FIELDS = ['glob', 'include', 'include_pattern', 'includePattern', 'file_pattern', 'filePattern'];

/** Which files of a directory it looks into, as far as its arguments say so in words that all clients read alike. */
function searchIn(input: Data): { readonly globs: readonly string[]; readonly isIgnoredToo: boolean } {
  const given = GLOB_FIELDS.flatMap((field) => input[field] ?? []).filter((glob) => typeof glob === 'string');
  // Several in one text, except between braces.
  const globs = given.flatMap((glob) => glob.split(/\s+|,(?![^{]*\})/)).filter((glob) => glob !== '');
  const kind = typeof input.type === 'string' ? FILE_KINDS[input.type] : undefined;
  const isSure = globs.every((glob) => !/^\.{0,2}\/|\.\.|\\/.test(glob));
  const filters = [input.file_filtering_options, input].filter((one) => typeof one === 'object');
  const isRespected = filters.every((one) => (one as Data | null)?.respect_git_ignore !== false);
  return {
    // To some, a directory stands for what lies in it.
    globs:
      globs.length === 0 && kind !== undefined
        ? [kind]
        : isSure
          ? globs.flatMap((glob) => (/[*?[{]/.test(glob) ? [glob] : [glob, `${glob}/**`]))
          : [],
    isIgnoredToo:
      [input.no_ignore, input.includeIgnoredFiles, input.include_ignored].includes(true) || !isRespected,
  };
}
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function fetch(call: NativeCall): MappedCall {
  const { tool, input } = call;
  const named = [input.url, input.urls].flat().filter((url) => typeof url === 'string');
  const urls = named.length > 0 ? named : (textOf(input, 'prompt')?.match(/https?:\/\/[^\s"'<>)]+/g) ?? []);
  const wrong = urls.find((url) => !URL.canParse(url));
  if (urls.length === 0 || wrong !== undefined) return cannot(call, `it names no address: ${wrong ?? ''}`);
  return { tool: 'native_fetch', args: { tool, urls } };
}

const cannot = ({ tool, client, input }: NativeCall, why: string): MappedCall => ({
  tool,
  args: input,
  malformed: `${tool} of ${client} is refused: ${why}`,
});

const PATH_FIELDS = [
  'file_path',
  'filePath',
  'notebook_path',
  'notebookPath',
  'absolute_path',
  'path',
  'dir_path',
  'directory',
  'dirPath',
  'target_file',
  'file',
];

/** Every path the arguments name, one or many. */
function pathsIn(input: Data): string[] {
  const single = PATH_FIELDS.map((field) => input[field]).filter((path) => typeof path === 'string');
  const many = [input.paths, input.files, input.file_paths, input.filePaths, input.edits]
    .flat()
    .flatMap((one) =>
      typeof one === 'string' ? [one] : typeof one === 'object' && one !== null ? pathsIn(one as Data) : [],
    );
  return [...new Set([...single, ...many].map((path) => path.replace(/^file:\/\//, '')))];
}

const filesOf = (paths: readonly string[], cwd: string, access: string) =>
  paths.flatMap((path) => namesOf(resolve(cwd, path)).map((name) => ({ path: name, access })));

/** A link counts under its own name and where it leads. */
function namesOf(path: string): string[] {
  const real = realPathOf(path);
  return real === path ? [path] : [path, real];
}

function textOf(input: Data, ...fields: readonly string[]): string | undefined {
  return fields.map((field) => input[field]).find((value): value is string => typeof value === 'string');
}

const MOST_SHOWN = 20_000;

/** What a person sees of a change: the arguments without the names of files. */
function changeOf(input: Data): string {
  const before = textOf(input, 'old_string', 'oldString', 'old_str', 'oldText');
  const after = textOf(input, 'new_string', 'newString', 'new_str', 'newText', 'new_source');
  const whole = textOf(input, 'content', 'contents', 'file_text', 'text');
  const signed = (text: string, sign: string) => text.split('\n').map((line) => `${sign}${line}`);
  if (after !== undefined)
    return [...(before === undefined ? [] : signed(before, '-')), ...signed(after, '+')]
      .join('\n')
      .slice(0, MOST_SHOWN);
  return (whole ?? JSON.stringify(input, null, 2)).slice(0, MOST_SHOWN);
}

const aboutOf = (input: Data): string =>
  (textOf(input, 'description', 'prompt', 'title', 'subject', 'query') ?? JSON.stringify(input)).slice(
    0,
    500,
  );
