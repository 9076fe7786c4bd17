const SHARED = `Flags shared by all commands:
  --root DIR          open this directory to tools (repeatable); stdio opens the current one by default
  --mode MODE         read_only | execute_with_confirm (default) | full_access
  --pack A,B          offer only these packs of tools; compat adds the older names of tools
  --profile NAME      full (default) | core: a small set for clients with small limits
  --data-dir DIR      where Toolgate keeps its data (default ~/.toolgate)
  --config FILE       instead of ~/.toolgate/config.json
  --log-level LEVEL   debug | info | warn | error | silent
Every key of the configuration also has a name in the environment, like TOOLGATE_PORT; docs/config.md lists them.

Exit codes: 0 done; 1 the tool failed; 2 wrong use; 3 refused or waiting for approval.`;

/** What `--help` prints, by command. */
export const HELP: Readonly<Record<string, string>> = {
  '': `toolgate - one gate between AI agents and the machines they work on

Usage: toolgate COMMAND [flags]

  stdio               MCP on stdin and stdout, for one agent; shares one host with all other agents
  serve               the host in the foreground: MCP over HTTP on /mcp, /health, /api/tools
  tools               the tools an agent started here is offered, with their risk; --json for everything known of them
  call TOOL [JSON]    one call through the gate; the arguments as JSON
  explain TOOL [JSON] what the gate would decide, and why; nothing runs
  agents              list | pause NAME | stop NAME | resume NAME: hold an agent's calls
  approvals           list | show ID | approve ID | deny ID | --watch: answer what agents ask
  rules               add VERDICT TOOL | list | remove ID | test TOOL JSON: standing answers
  projects            list | add PATH | remove ID: directories that are open as projects
  audit               query | stats | verify | export: the record of every call
  tokens              create NAME | list | revoke NAME: bearer tokens for HTTP clients
  config              show | path | check: the configuration in force
  doctor              what works here, what is missing, how to get it
  redact              stdin to stdout without the secrets Toolgate knows
  help COMMAND        more about one command

Add it to an agent:
  claude mcp add toolgate -- toolgate stdio
  { "mcpServers": { "toolgate": { "command": "toolgate", "args": ["stdio"] } } }

${SHARED}`,
  stdio: `toolgate stdio - MCP on stdin and stdout, for one agent

A thin pipe to the host that owns the data directory; the host is started in the background if there is none,
and leaves after 30 minutes without work. The current directory is open to tools unless --root names others;
"/", your home and system directories are opened only by --root.

  --in-process        hold the host in this process; an error if another one owns the data directory

${SHARED}`,
  serve: `toolgate serve - the host in the foreground, with MCP over HTTP

Binds 127.0.0.1 and asks for a bearer token; without any token yet, one is made and printed.

  --port N            port to bind (default 4666; 0 picks a free one)
  --host ADDRESS      address to bind (default 127.0.0.1)
  --auth none         no token needed; for loopback addresses only

${SHARED}`,
  tools: `toolgate tools - the tools an agent started here is offered, with their risk

They depend on --pack, --profile and --mode, on your configuration, and on a toolgate.json in this directory.

  --json              everything known of them

${SHARED}`,
  call: `toolgate call TOOL [JSON] - one call through the gate

  toolgate call read_file '{"path": "README.md"}'
  --json              print the whole result instead of its text

${SHARED}`,
  explain: `toolgate explain TOOL [JSON] - what the gate would decide, and why; nothing runs

  --jsonl             one question a line on stdin, one answer a line on stdout:
                      {id, tool, args} | {id, command, cwd?} | {id, path, access} | {id, url}
                      -> {id, risk, decision, reasons, rule}

${SHARED}`,
  agents: `toolgate agents - who calls, and whether they may

  toolgate agents                 who has called since the host started
  toolgate agents pause NAME      their calls wait
  toolgate agents stop NAME       their calls are cancelled and refused
  toolgate agents resume NAME     they go on

NAME is a principal (local:1000, token:name), a client's own name, or a session.

${SHARED}`,
  approvals: `toolgate approvals - answer what agents ask

  toolgate approvals                      what waits for you
  toolgate approvals show ID              the whole card
  toolgate approvals approve ID [--scope once|session|always] [--args JSON]
  toolgate approvals deny ID [--scope once|always] [--feedback TEXT]
  toolgate approvals link ID              a web address that answers this one question, for another device
  toolgate approvals --watch              cards as they come; one key each: a once, s session, w always, d deny, n later

${SHARED}`,
  rules: `toolgate rules - standing answers; a tool can never change them

  toolgate rules add allow|ask|deny TOOL [--path GLOB] [--command "git push"] [--host NAME] [--action TYPE[:ID]] [--expires-in 8h]
  toolgate rules list
  toolgate rules remove ID
  toolgate rules test TOOL JSON           what would be decided, and by which rule

TOOL may be "*". Actions are what a person set up to be run: script:build, workflow:release, webhook:ID, or a whole
type; auto_approve, require_confirm and deny may be said for allow, ask and deny. A deny rule holds in every mode. An allow rule reaches up to MEDIUM.

${SHARED}`,
  projects: `toolgate projects - directories that are open as projects

  toolgate projects                       those that are registered
  toolgate projects add PATH [--name NAME]
  toolgate projects remove ID             forgets it; its files stay

"/", your home, directories of the system and Toolgate's own data are refused.

${SHARED}`,
  audit: `toolgate audit - the record of every call

  toolgate audit query [--tool NAME] [--agent NAME] [--failed] [--since TIME] [--until TIME] [--limit N] [--json]
  toolgate audit stats                    calls by agent and risk
  toolgate audit verify                   exit code 1 and the entry, if anything was changed, removed, inserted or cut off
  toolgate audit export                   every row as JSON lines

${SHARED}`,
  tokens: `toolgate tokens - bearer tokens for HTTP clients; only their hash is kept

  toolgate tokens create NAME [--scope tools:call] [--expires-in 30d]
  toolgate tokens list
  toolgate tokens revoke NAME

Scopes: tools:call (default), approvals:decide, admin. Give each agent a token of its own.

${SHARED}`,
  config: `toolgate config - the configuration in force

  toolgate config show     all keys with their values
  toolgate config path     the files that are read
  toolgate config check    exit code 2 and the reason if something is wrong

${SHARED}`,
  redact: `toolgate redact - stdin to stdout without the secrets Toolgate knows

  --jsonl             {id, text} a line on stdin -> {id, text, count} a line on stdout`,
};
