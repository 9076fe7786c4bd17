/** Families of tools; `--pack` and the config choose among them. */
export const PACKS = {
  filesystem: { about: 'Read, search, write and edit files inside the roots', isHidden: false },
  git: { about: 'Status, history, diffs, commits and worktrees', isHidden: false },
  ci: { about: 'Build, test and restore a project; run one program; diagnostics', isHidden: false },
  shell: { about: 'Shell commands', isHidden: false },
  projects: { about: 'Registered projects and their scripts', isHidden: false },
  workflows: { about: 'Workflows, actions, templates and webhooks', isHidden: false },
  processes: { about: 'Background processes', isHidden: false },
  remote: { about: 'Files and commands on remote machines over SSH', isHidden: false },
  web: { about: 'Web search and fetch', isHidden: false },
  context: { about: 'Code intelligence', isHidden: false },
  rag: { about: 'Knowledge base', isHidden: false },
  gate: { about: 'Approvals, audit and explanations', isHidden: false },
  custom: { about: 'Tools of your own', isHidden: false },
  conformance: { about: 'Fixtures of the MCP conformance suite', isHidden: true },
  native: { about: 'What agents do with their own tools, as their hooks tell', isHidden: true },
  compat: { about: 'Lists the older names of tools beside ours', isHidden: true },
} as const satisfies Record<string, { about: string; isHidden: boolean }>;

export type Pack = keyof typeof PACKS;

// Sound: Object.keys of a const object yields exactly its keys.
export const PACK_NAMES = Object.keys(PACKS) as Pack[];
export const DEFAULT_PACKS: readonly Pack[] = PACK_NAMES.filter((name) => !PACKS[name].isHidden);

/** `compat` has no tools of its own: named alone, it adds the older names to what is offered anyway. */
export const packsMeant = (named: readonly Pack[]): Pack[] =>
  named.length > 0 && named.every((pack) => pack === 'compat') ? [...DEFAULT_PACKS, 'compat'] : [...named];
