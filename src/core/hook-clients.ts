interface ClientFacts {
  /** What people call it. */
  readonly title: string;
  /** A hook must have answered by then: below the time after which the client would go on without it. */
  readonly answersWithinMs: number;
  /** It has a prompt of its own that a hook may ask for, and that is a refusal where nobody sits. */
  readonly canAsk: boolean;
  /** A hook may replace the command before it runs. */
  readonly canRewrite: boolean;
  readonly shell: ClientShell;
}

/** What runs the commands of a client. */
export type ClientShell =
  | 'bash'
  /** The one that the user logs in with; never fish, which these clients do not take. */
  | 'login'
  /** As before, unless the agent chooses another one, of which the hook is not told. */
  | 'chosen'
  | 'any'
  /** They are typed into a terminal, which stays between them. That is assumed where nobody knows. */
  | 'terminal';

/** The clients whose own tools can be judged by a hook. */
export const HOOK_CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    answersWithinMs: 590_000,
    canAsk: true,
    canRewrite: true,
    shell: 'login',
  },
  // An answer "ask" is invalid there, and then the call runs.
  codex: { title: 'Codex', answersWithinMs: 590_000, canAsk: false, canRewrite: true, shell: 'chosen' },
  // Without a terminal it waits for ever for an answer to "ask".
  gemini: { title: 'Gemini CLI', answersWithinMs: 590_000, canAsk: false, canRewrite: true, shell: 'bash' },
  // It gives up after 60 s whatever its settings say, and runs the call.
  qwen: { title: 'Qwen Code', answersWithinMs: 50_000, canAsk: true, canRewrite: false, shell: 'bash' },
  copilot: {
    title: 'Copilot CLI',
    answersWithinMs: 590_000,
    canAsk: true,
    canRewrite: true,
    shell: 'terminal',
  },
  opencode: { title: 'opencode', answersWithinMs: 590_000, canAsk: false, canRewrite: true, shell: 'login' },
  cursor: { title: 'Cursor', answersWithinMs: 50_000, canAsk: true, canRewrite: false, shell: 'terminal' },
  vscode: { title: 'VS Code', answersWithinMs: 20_000, canAsk: true, canRewrite: false, shell: 'terminal' },
  goose: { title: 'Goose', answersWithinMs: 20_000, canAsk: false, canRewrite: false, shell: 'any' },
  cline: { title: 'Cline', answersWithinMs: 20_000, canAsk: false, canRewrite: false, shell: 'terminal' },
} as const satisfies Record<string, ClientFacts>;

export type HookClient = keyof typeof HOOK_CLIENTS;

// Sound: Object.keys of a const object yields exactly its keys.
export const HOOK_CLIENT_NAMES = Object.keys(HOOK_CLIENTS) as HookClient[];
