import type { Command } from '../line/command.ts';

/** Every command, one line each, in the order help lists them; the code loads with the one that is run. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  stdio: async () => (await import('./stdio.ts')).stdio,
  hook: async () => (await import('./hook.ts')).hook,
  serve: async () => (await import('./serve.ts')).serve,
  tools: async () => (await import('./tools.ts')).tools,
  call: async () => (await import('./call.ts')).call,
  explain: async () => (await import('./explain.ts')).explain,
  approvals: async () => (await import('./approvals.ts')).approvals,
  agents: async () => (await import('./agents.ts')).agents,
  rules: async () => (await import('./rules.ts')).rules,
  projects: async () => (await import('./projects.ts')).projects,
  hosts: async () => (await import('./hosts.ts')).hosts,
  workflows: async () => (await import('./workflows.ts')).workflows,
  actions: async () => (await import('./actions.ts')).actions,
  webhooks: async () => (await import('./webhooks.ts')).webhooks,
  secrets: async () => (await import('./secrets.ts')).secrets,
  knowledge: async () => (await import('./knowledge.ts')).knowledge,
  audit: async () => (await import('./audit.ts')).audit,
  tokens: async () => (await import('./tokens.ts')).tokens,
  config: async () => (await import('./config.ts')).config,
  doctor: async () => (await import('./doctor.ts')).doctor,
  redact: async () => (await import('./redact.ts')).redact,
  completion: async () => (await import('./completion.ts')).completion,
  help: async () => (await import('./help.ts')).help,
  host: async () => (await import('./host.ts')).host,
};
