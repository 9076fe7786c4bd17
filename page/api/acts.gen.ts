// Written by npm run generate from the acts in src/host/admin.

/** What each act takes and answers. */
export interface Acts {
  /** Scripts, webhooks and workflows that are kept as actions, and what people allow of them */
  'actions/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly actions: readonly ({
        readonly actionId: string;
        readonly actionType: 'script' | 'webhook' | 'workflow';
        readonly name: string;
        readonly description?: string;
        readonly projectId?: string;
        readonly config: Readonly<Record<string, unknown>>;
        readonly isEnabled: boolean;
        readonly permission: 'require_confirm' | 'auto_approve' | 'deny';
        readonly createdAt: string;
        readonly updatedAt: string;
      })[];
    };
  };
  /** Say whether an action runs unasked, is asked about, or is refused */
  'actions/permissions/set': {
    input: {
      readonly subject: string;
      readonly level: 'require_confirm' | 'auto_approve' | 'deny' | null;
    };
    output: {
      readonly subject: string;
      readonly level: 'require_confirm' | 'auto_approve' | 'deny' | null;
    };
  };
  /** Delete an action; its runs stay in the history */
  'actions/remove': {
    input: {
      readonly id: string;
    };
    output: {
      readonly actionId: string | null;
      readonly approvalId: string | null;
    };
  };
  /** Run an action; it passes the gate as every call does */
  'actions/run': {
    input: {
      readonly id: string;
      readonly parameters?: Readonly<Record<string, unknown>> | undefined;
    };
    output: {
      readonly executionId: string | null;
      readonly approvalId: string | null;
    };
  };
  /** Create an action, or change one; it passes the gate as every call does */
  'actions/save': {
    input: {
      readonly id?: string | undefined;
      readonly actionType: 'script' | 'webhook' | 'workflow';
      readonly name: string;
      readonly description?: string | undefined;
      readonly config: Readonly<Record<string, unknown>>;
      readonly isEnabled?: boolean | undefined;
    };
    output: {
      readonly actionId: string | null;
      readonly approvalId: string | null;
    };
  };
  /** The agents that are connected, with their calls */
  'agents/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly agents: readonly ({
        readonly session: string;
        readonly principal: string;
        readonly client: string;
        readonly clients: readonly string[];
        readonly state: 'running' | 'paused' | 'stopped';
        readonly calls: number;
        readonly lastCallAt: string | null;
      })[];
    };
  };
  /** Pause, stop or resume an agent */
  'agents/set': {
    input: {
      readonly name: string;
      readonly state: 'running' | 'paused' | 'stopped';
    };
    output: {
      readonly agents: readonly ({
        readonly session: string;
        readonly principal: string;
        readonly client: string;
        readonly clients: readonly string[];
        readonly state: 'running' | 'paused' | 'stopped';
        readonly calls: number;
        readonly lastCallAt: string | null;
      })[];
    };
  };
  /** Allow or deny what an agent asked; the first answer counts */
  'approvals/decide': {
    input: {
      readonly id: string;
      readonly verdict: 'approve' | 'deny';
      readonly scope?: 'once' | 'session' | 'always' | undefined;
      readonly feedback?: string | undefined;
      readonly editedArgs?: Readonly<Record<string, unknown>> | undefined;
    };
    output: {
      readonly id: string;
      readonly principal: string;
      readonly session: string;
      readonly client: string;
      readonly tool: string;
      readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
      readonly card: {
        readonly title: string;
        readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
        readonly reasons: readonly string[];
        readonly rule?: string;
        readonly segments?: readonly ({
          readonly text: string;
          readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
          readonly reasons: readonly string[];
        })[];
        readonly preview: string;
        readonly parts?: readonly ({
          readonly kind: "command";
          readonly text: string;
          readonly directory: string;
        } | {
          readonly kind: "script";
          readonly directory: string;
          readonly commands: readonly string[];
          readonly scripts: readonly ({
            readonly name: string;
            readonly directory: string;
            readonly command: string;
          })[];
        } | {
          readonly kind: "steps";
          readonly title?: string;
          readonly steps: readonly ({
            readonly path: string;
            readonly name: string;
            readonly does: string;
            readonly needs: readonly string[];
            readonly when?: string;
            readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
            readonly reasons: readonly string[];
            readonly text?: string;
          })[];
        } | {
          readonly kind: "request";
          readonly method: string;
          readonly url: string;
          readonly headers: readonly string[];
          readonly body: string;
          readonly signedWith?: string;
        } | {
          readonly kind: "host";
          readonly name: string;
          readonly user: string;
          readonly address: string;
          readonly port: number;
          readonly through?: string;
          readonly keys: readonly string[];
        } | {
          readonly kind: "text";
          readonly text: string;
        })[];
        readonly details?: readonly string[];
        readonly scopes: readonly ('once' | 'session' | 'always')[];
        readonly remember: {
          readonly args?: string;
          readonly paths?: readonly string[];
          readonly commands?: readonly (readonly string[])[];
          readonly hosts?: readonly string[];
          readonly remote?: readonly string[];
          readonly servers?: readonly number[];
          readonly actions?: readonly string[];
          readonly upTo?: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
          readonly place?: string;
          readonly access?: readonly ('write' | 'network' | 'secrets' | 'host')[];
          readonly scripts?: string;
          readonly runs?: readonly string[];
          readonly told?: readonly ({
            readonly path: string;
            readonly sha256?: string;
          })[];
          readonly at?: readonly string[];
          readonly options?: readonly string[];
          readonly roots?: readonly string[];
          readonly otherWork?: readonly string[];
          readonly choices?: readonly string[];
          readonly caches?: boolean;
          readonly principal?: string;
        };
      };
      readonly args: Readonly<Record<string, unknown>>;
      readonly status: 'pending' | 'approved' | 'denied' | 'expired' | 'consumed';
      readonly scope: 'once' | 'session' | 'always' | null;
      readonly decidedBy: string | null;
      readonly decidedVia: 'client' | 'terminal' | 'api' | 'link' | 'page' | null;
      readonly feedback: string | null;
      readonly editedArgs: Readonly<Record<string, unknown>> | null;
      readonly createdAt: string;
      readonly expiresAt: string;
      readonly decidedAt: string | null;
      readonly isShortened?: true;
    };
  };
  /** One question with its card */
  'approvals/get': {
    input: {
      readonly id: string;
    };
    output: {
      readonly id: string;
      readonly principal: string;
      readonly session: string;
      readonly client: string;
      readonly tool: string;
      readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
      readonly card: {
        readonly title: string;
        readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
        readonly reasons: readonly string[];
        readonly rule?: string;
        readonly segments?: readonly ({
          readonly text: string;
          readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
          readonly reasons: readonly string[];
        })[];
        readonly preview: string;
        readonly parts?: readonly ({
          readonly kind: "command";
          readonly text: string;
          readonly directory: string;
        } | {
          readonly kind: "script";
          readonly directory: string;
          readonly commands: readonly string[];
          readonly scripts: readonly ({
            readonly name: string;
            readonly directory: string;
            readonly command: string;
          })[];
        } | {
          readonly kind: "steps";
          readonly title?: string;
          readonly steps: readonly ({
            readonly path: string;
            readonly name: string;
            readonly does: string;
            readonly needs: readonly string[];
            readonly when?: string;
            readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
            readonly reasons: readonly string[];
            readonly text?: string;
          })[];
        } | {
          readonly kind: "request";
          readonly method: string;
          readonly url: string;
          readonly headers: readonly string[];
          readonly body: string;
          readonly signedWith?: string;
        } | {
          readonly kind: "host";
          readonly name: string;
          readonly user: string;
          readonly address: string;
          readonly port: number;
          readonly through?: string;
          readonly keys: readonly string[];
        } | {
          readonly kind: "text";
          readonly text: string;
        })[];
        readonly details?: readonly string[];
        readonly scopes: readonly ('once' | 'session' | 'always')[];
        readonly remember: {
          readonly args?: string;
          readonly paths?: readonly string[];
          readonly commands?: readonly (readonly string[])[];
          readonly hosts?: readonly string[];
          readonly remote?: readonly string[];
          readonly servers?: readonly number[];
          readonly actions?: readonly string[];
          readonly upTo?: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
          readonly place?: string;
          readonly access?: readonly ('write' | 'network' | 'secrets' | 'host')[];
          readonly scripts?: string;
          readonly runs?: readonly string[];
          readonly told?: readonly ({
            readonly path: string;
            readonly sha256?: string;
          })[];
          readonly at?: readonly string[];
          readonly options?: readonly string[];
          readonly roots?: readonly string[];
          readonly otherWork?: readonly string[];
          readonly choices?: readonly string[];
          readonly caches?: boolean;
          readonly principal?: string;
        };
      };
      readonly args: Readonly<Record<string, unknown>>;
      readonly status: 'pending' | 'approved' | 'denied' | 'expired' | 'consumed';
      readonly scope: 'once' | 'session' | 'always' | null;
      readonly decidedBy: string | null;
      readonly decidedVia: 'client' | 'terminal' | 'api' | 'link' | 'page' | null;
      readonly feedback: string | null;
      readonly editedArgs: Readonly<Record<string, unknown>> | null;
      readonly createdAt: string;
      readonly expiresAt: string;
      readonly decidedAt: string | null;
      readonly isShortened?: true;
    };
  };
  /** The path of a web address that answers this one question */
  'approvals/link': {
    input: {
      readonly id: string;
    };
    output: {
      readonly path: string;
    };
  };
  /** The questions agents have asked, those that wait first of all */
  'approvals/list': {
    input: {
      readonly status?: 'pending' | 'approved' | 'denied' | 'expired' | 'consumed' | 'all' | undefined;
    };
    output: {
      readonly approvals: readonly ({
        readonly id: string;
        readonly principal: string;
        readonly session: string;
        readonly client: string;
        readonly tool: string;
        readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
        readonly card: {
          readonly title: string;
          readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
          readonly reasons: readonly string[];
          readonly rule?: string;
          readonly segments?: readonly ({
            readonly text: string;
            readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
            readonly reasons: readonly string[];
          })[];
          readonly preview: string;
          readonly parts?: readonly ({
            readonly kind: "command";
            readonly text: string;
            readonly directory: string;
          } | {
            readonly kind: "script";
            readonly directory: string;
            readonly commands: readonly string[];
            readonly scripts: readonly ({
              readonly name: string;
              readonly directory: string;
              readonly command: string;
            })[];
          } | {
            readonly kind: "steps";
            readonly title?: string;
            readonly steps: readonly ({
              readonly path: string;
              readonly name: string;
              readonly does: string;
              readonly needs: readonly string[];
              readonly when?: string;
              readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
              readonly reasons: readonly string[];
              readonly text?: string;
            })[];
          } | {
            readonly kind: "request";
            readonly method: string;
            readonly url: string;
            readonly headers: readonly string[];
            readonly body: string;
            readonly signedWith?: string;
          } | {
            readonly kind: "host";
            readonly name: string;
            readonly user: string;
            readonly address: string;
            readonly port: number;
            readonly through?: string;
            readonly keys: readonly string[];
          } | {
            readonly kind: "text";
            readonly text: string;
          })[];
          readonly details?: readonly string[];
          readonly scopes: readonly ('once' | 'session' | 'always')[];
          readonly remember: {
            readonly args?: string;
            readonly paths?: readonly string[];
            readonly commands?: readonly (readonly string[])[];
            readonly hosts?: readonly string[];
            readonly remote?: readonly string[];
            readonly servers?: readonly number[];
            readonly actions?: readonly string[];
            readonly upTo?: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
            readonly place?: string;
            readonly access?: readonly ('write' | 'network' | 'secrets' | 'host')[];
            readonly scripts?: string;
            readonly runs?: readonly string[];
            readonly told?: readonly ({
              readonly path: string;
              readonly sha256?: string;
            })[];
            readonly at?: readonly string[];
            readonly options?: readonly string[];
            readonly roots?: readonly string[];
            readonly otherWork?: readonly string[];
            readonly choices?: readonly string[];
            readonly caches?: boolean;
            readonly principal?: string;
          };
        };
        readonly args: Readonly<Record<string, unknown>>;
        readonly status: 'pending' | 'approved' | 'denied' | 'expired' | 'consumed';
        readonly scope: 'once' | 'session' | 'always' | null;
        readonly decidedBy: string | null;
        readonly decidedVia: 'client' | 'terminal' | 'api' | 'link' | 'page' | null;
        readonly feedback: string | null;
        readonly editedArgs: Readonly<Record<string, unknown>> | null;
        readonly createdAt: string;
        readonly expiresAt: string;
        readonly decidedAt: string | null;
        readonly isShortened?: true;
      })[];
    };
  };
  /** Rename a conversation, or choose its model */
  'assistant/change': {
    input: {
      readonly id: string;
      readonly title?: string | undefined;
      readonly model?: string | null | undefined;
    };
    output: {
      readonly id: string;
      readonly title: string;
      readonly status: 'idle' | 'working' | 'waiting' | 'stopped' | 'failed' | 'interrupted';
      readonly note: string | null;
      readonly model: string | null;
      readonly cwd: string | null;
      readonly roots: readonly string[];
      readonly startedBy: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly excerpt?: string;
    };
  };
  /** Go on with a turn that failed, was stopped or was cut off by a restart */
  'assistant/continue': {
    input: {
      readonly id: string;
    };
    output: {
      readonly id: string;
      readonly title: string;
      readonly status: 'idle' | 'working' | 'waiting' | 'stopped' | 'failed' | 'interrupted';
      readonly note: string | null;
      readonly model: string | null;
      readonly cwd: string | null;
      readonly roots: readonly string[];
      readonly startedBy: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly excerpt?: string;
    };
  };
  /** One conversation with its messages, calls, open questions and what is being written */
  'assistant/conversation': {
    input: {
      readonly id: string;
    };
    output: {
      readonly id: string;
      readonly title: string;
      readonly status: 'idle' | 'working' | 'waiting' | 'stopped' | 'failed' | 'interrupted';
      readonly note: string | null;
      readonly model: string | null;
      readonly cwd: string | null;
      readonly roots: readonly string[];
      readonly startedBy: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly excerpt?: string;
      readonly context: string;
      readonly messages: readonly ({
        readonly id: string;
        readonly seq: number;
        readonly role: 'user' | 'assistant' | 'summary';
        readonly parts: readonly ({
          readonly type: 'text' | 'reasoning';
          readonly text: string;
        } | {
          readonly type: "call";
          readonly callId: string;
        })[];
        readonly covers: number | null;
        readonly model: string | null;
        readonly usage: {
          readonly inputTokens: number;
          readonly cachedTokens: number;
          readonly outputTokens: number;
          readonly cost: number | null;
        } | null;
        readonly isPartial: boolean;
        readonly createdAt: string;
      })[];
      readonly calls: readonly ({
        readonly id: string;
        readonly messageId: string;
        readonly tool: string;
        readonly args: Readonly<Record<string, unknown>>;
        readonly malformed: string | null;
        readonly state: 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'denied' | 'cancelled';
        readonly approvalId: string | null;
        readonly result: string | null;
        readonly errorCode: string | null;
        readonly durationMs: number | null;
        readonly attempts: number;
        readonly createdAt: string;
        readonly endedAt: string | null;
      })[];
      readonly approvals: readonly ({
        readonly id: string;
        readonly principal: string;
        readonly session: string;
        readonly client: string;
        readonly tool: string;
        readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
        readonly card: {
          readonly title: string;
          readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
          readonly reasons: readonly string[];
          readonly rule?: string;
          readonly segments?: readonly ({
            readonly text: string;
            readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
            readonly reasons: readonly string[];
          })[];
          readonly preview: string;
          readonly parts?: readonly ({
            readonly kind: "command";
            readonly text: string;
            readonly directory: string;
          } | {
            readonly kind: "script";
            readonly directory: string;
            readonly commands: readonly string[];
            readonly scripts: readonly ({
              readonly name: string;
              readonly directory: string;
              readonly command: string;
            })[];
          } | {
            readonly kind: "steps";
            readonly title?: string;
            readonly steps: readonly ({
              readonly path: string;
              readonly name: string;
              readonly does: string;
              readonly needs: readonly string[];
              readonly when?: string;
              readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
              readonly reasons: readonly string[];
              readonly text?: string;
            })[];
          } | {
            readonly kind: "request";
            readonly method: string;
            readonly url: string;
            readonly headers: readonly string[];
            readonly body: string;
            readonly signedWith?: string;
          } | {
            readonly kind: "host";
            readonly name: string;
            readonly user: string;
            readonly address: string;
            readonly port: number;
            readonly through?: string;
            readonly keys: readonly string[];
          } | {
            readonly kind: "text";
            readonly text: string;
          })[];
          readonly details?: readonly string[];
          readonly scopes: readonly ('once' | 'session' | 'always')[];
          readonly remember: {
            readonly args?: string;
            readonly paths?: readonly string[];
            readonly commands?: readonly (readonly string[])[];
            readonly hosts?: readonly string[];
            readonly remote?: readonly string[];
            readonly servers?: readonly number[];
            readonly actions?: readonly string[];
            readonly upTo?: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
            readonly place?: string;
            readonly access?: readonly ('write' | 'network' | 'secrets' | 'host')[];
            readonly scripts?: string;
            readonly runs?: readonly string[];
            readonly told?: readonly ({
              readonly path: string;
              readonly sha256?: string;
            })[];
            readonly at?: readonly string[];
            readonly options?: readonly string[];
            readonly roots?: readonly string[];
            readonly otherWork?: readonly string[];
            readonly choices?: readonly string[];
            readonly caches?: boolean;
            readonly principal?: string;
          };
        };
        readonly args: Readonly<Record<string, unknown>>;
        readonly status: 'pending' | 'approved' | 'denied' | 'expired' | 'consumed';
        readonly scope: 'once' | 'session' | 'always' | null;
        readonly decidedBy: string | null;
        readonly decidedVia: 'client' | 'terminal' | 'api' | 'link' | 'page' | null;
        readonly feedback: string | null;
        readonly editedArgs: Readonly<Record<string, unknown>> | null;
        readonly createdAt: string;
        readonly expiresAt: string;
        readonly decidedAt: string | null;
        readonly isShortened?: true;
      })[];
      readonly draft: {
        readonly messageId: string;
        readonly text: string;
      } | null;
      readonly usage: {
        readonly inputTokens: number;
        readonly cachedTokens: number;
        readonly outputTokens: number;
        readonly cost: number | null;
      };
    };
  };
  /** Conversations with the assistant, newest first, or those where words are found */
  'assistant/conversations': {
    input: {
      readonly query?: string | undefined;
      readonly limit?: number | undefined;
    };
    output: {
      readonly conversations: readonly ({
        readonly id: string;
        readonly title: string;
        readonly status: 'idle' | 'working' | 'waiting' | 'stopped' | 'failed' | 'interrupted';
        readonly note: string | null;
        readonly model: string | null;
        readonly cwd: string | null;
        readonly roots: readonly string[];
        readonly startedBy: string;
        readonly createdAt: string;
        readonly updatedAt: string;
        readonly excerpt?: string;
      })[];
    };
  };
  /** A conversation as a text in Markdown, or as JSON */
  'assistant/export': {
    input: {
      readonly id: string;
      readonly format?: 'markdown' | 'json' | undefined;
    };
    output: {
      readonly title: string;
      readonly status: 'idle' | 'working' | 'waiting' | 'stopped' | 'failed' | 'interrupted';
      readonly text: string;
    };
  };
  /** The models that the provider offers */
  'assistant/models': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly models: readonly string[];
    };
  };
  /** Delete a conversation; the record of its calls stays */
  'assistant/remove': {
    input: {
      readonly id: string;
    };
    output: {
      readonly removed: boolean;
    };
  };
  /** Say something to the assistant; the answer comes as events */
  'assistant/send': {
    input: {
      readonly id: string;
      readonly text: string;
    };
    output: {
      readonly id: string;
      readonly title: string;
      readonly status: 'idle' | 'working' | 'waiting' | 'stopped' | 'failed' | 'interrupted';
      readonly note: string | null;
      readonly model: string | null;
      readonly cwd: string | null;
      readonly roots: readonly string[];
      readonly startedBy: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly excerpt?: string;
    };
  };
  /** Begin a conversation, in a project; nothing is said yet */
  'assistant/start': {
    input: {
      readonly projectPath?: string | undefined;
      readonly title?: string | undefined;
      readonly model?: string | null | undefined;
    };
    output: {
      readonly id: string;
      readonly title: string;
      readonly status: 'idle' | 'working' | 'waiting' | 'stopped' | 'failed' | 'interrupted';
      readonly note: string | null;
      readonly model: string | null;
      readonly cwd: string | null;
      readonly roots: readonly string[];
      readonly startedBy: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly excerpt?: string;
    };
  };
  /** Whether there is a model to talk to, which one, and how to get one */
  'assistant/status': {
    input: {
      readonly model?: string | undefined;
    };
    output: {
      readonly isReady: boolean;
      readonly provider: string | null;
      readonly model: string | null;
      readonly url: string | null;
      readonly help: string | null;
    };
  };
  /** Stop the answer and everything it started; open questions are closed */
  'assistant/stop': {
    input: {
      readonly id: string;
    };
    output: {
      readonly id: string;
      readonly title: string;
      readonly status: 'idle' | 'working' | 'waiting' | 'stopped' | 'failed' | 'interrupted';
      readonly note: string | null;
      readonly model: string | null;
      readonly cwd: string | null;
      readonly roots: readonly string[];
      readonly startedBy: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly excerpt?: string;
    };
  };
  /** Every entry as a line of JSON; signed, so that it can be verified on another machine */
  'audit/export': {
    input: {
      readonly signed?: boolean | undefined;
    };
    output: {
      readonly lines: readonly string[];
    };
  };
  /** Entries of the record, the newest first */
  'audit/query': {
    input: {
      readonly seq?: number | undefined;
      readonly tool?: string | undefined;
      readonly agent?: string | undefined;
      readonly failed?: boolean | undefined;
      readonly since?: string | undefined;
      readonly until?: string | undefined;
      readonly limit?: number | undefined;
    };
    output: {
      readonly entries: readonly ({
        readonly seq: number;
        readonly ts: string;
        readonly kind: 'intent' | 'outcome' | 'refusal' | 'asked' | 'decision' | 'admin' | 'set_aside';
        readonly callId: string;
        readonly body: Readonly<Record<string, unknown>>;
      })[];
    };
  };
  /** Calls, refusals and questions by agent and risk, over all of the record */
  'audit/stats': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly rows: readonly ({
        readonly agent: string | null;
        readonly risk: string;
        readonly calls: number;
        readonly refused: number;
        readonly asked: number;
      })[];
    };
  };
  /** Whether an entry of the record was changed, removed, inserted or cut off */
  'audit/verify': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly ok: boolean;
      readonly entries: number;
      readonly first: number;
      readonly last: number;
      readonly problem: string | null;
    };
  };
  /** The latest calls of all agents, the newest first, with the state each is in */
  'calls/list': {
    input: {
      readonly limit?: number | undefined;
      readonly agent?: string | undefined;
      readonly tool?: string | undefined;
    };
    output: {
      readonly calls: readonly ({
        readonly callId: string;
        readonly seq: number;
        readonly at: string;
        readonly state: 'pending_confirmation' | 'approved' | 'executing' | 'completed' | 'failed' | 'denied' | 'cut_off';
        readonly tool: string;
        readonly target: string;
        readonly principal: string;
        readonly client: string;
        readonly session: string;
        readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | null;
        readonly decision: string | null;
        readonly durationMs: number | null;
        readonly code: string | null;
        readonly setAside: readonly string[];
      })[];
    };
  };
  /** How to connect an agent: what to type or paste, for each client */
  'clients': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly address: string | null;
      readonly clients: readonly ({
        readonly name: string;
        readonly how: string;
        readonly text: string;
      })[];
    };
  };
  /** What the gate would decide about a call, a command, a path or an address, without doing it */
  'explain': {
    input: {
      readonly tool?: string | undefined;
      readonly args?: Readonly<Record<string, unknown>> | undefined;
      readonly command?: string | undefined;
      readonly cwd?: string | undefined;
      readonly path?: string | undefined;
      readonly access?: 'list' | 'read' | 'write' | 'delete' | undefined;
      readonly url?: string | undefined;
    };
    output: {
      readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
      readonly decision: 'allow' | 'ask' | 'deny';
      readonly reasons: readonly string[];
      readonly rule?: string;
      readonly segments?: readonly ({
        readonly text: string;
        readonly risk: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
        readonly reasons: readonly string[];
      })[];
      readonly sandbox?: string;
    };
  };
  /** Name a host that agents of one principal may use */
  'hosts/add': {
    input: {
      readonly name: string;
      readonly spec: {
        readonly hostname?: string | undefined;
        readonly user?: string | undefined;
        readonly port?: number | undefined;
        readonly identityFile?: string | undefined;
        readonly proxyJump?: string | undefined;
        readonly root?: string | undefined;
      };
      readonly principal?: string | undefined;
    };
    output: {
      readonly name: string;
      readonly principal: string;
    };
  };
  /** Answer what ssh asks; the answer is kept in memory only */
  'hosts/answer': {
    input: {
      readonly id: string;
      readonly text?: string | undefined;
    };
    output: {
      readonly wasAsked: boolean;
    };
  };
  /** A directory of one of your own hosts; it passes the gate as every call does */
  'hosts/files': {
    input: {
      readonly name: string;
      readonly path: string;
    };
    output: {
      readonly path: string;
      readonly entries: readonly ({
        readonly name: string;
        readonly path: string;
        readonly type: string;
        readonly size: number;
        readonly modified: string;
      })[];
      readonly isTruncated: boolean;
      readonly approvalId: string | null;
    };
  };
  /** Forget the keys of a host and that it was used or added; its next use asks again */
  'hosts/forget': {
    input: {
      readonly name: string;
      readonly principal?: string | undefined;
    };
    output: {
      readonly wasKnown: boolean;
      readonly keys: readonly ({
        readonly type: string;
        readonly fingerprint: string;
        readonly file: string;
      })[];
    };
  };
  /** The key a host shows now, and those that are known for it */
  'hosts/key': {
    input: {
      readonly name: string;
      readonly principal?: string | undefined;
    };
    output: {
      readonly type: string;
      readonly fingerprint: string;
      readonly known: readonly ({
        readonly type: string;
        readonly fingerprint: string;
        readonly file: string;
      })[];
      readonly file: string;
    };
  };
  /** Remote hosts that agents may use, with the keys that are known for them */
  'hosts/list': {
    input: {
      readonly principal?: string | undefined;
    };
    output: {
      readonly hosts: readonly ({
        readonly name: string;
        readonly source: 'ssh_config' | 'config' | 'added';
        readonly root?: string;
        readonly user: string;
        readonly address: string;
        readonly knownKeys: readonly string[];
        readonly isConnected: boolean;
        readonly lastUsedAt?: string;
        readonly problem?: string;
      })[];
    };
  };
  /** Whose hosts there are: those of your own agents, and those of each token */
  'hosts/owners': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly owners: readonly ({
        readonly principal: string;
        readonly isYou: boolean;
      })[];
    };
  };
  /** What ssh asks a person right now: passphrases and codes */
  'hosts/questions': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly questions: readonly ({
        readonly id: string;
        readonly host: string;
        readonly prompt: string;
        readonly kind: 'passphrase' | 'password' | 'code' | 'notice';
        readonly askedAt: string;
      })[];
    };
  };
  /** Connect to a host and run nothing on it */
  'hosts/test': {
    input: {
      readonly name: string;
      readonly principal?: string | undefined;
    };
    output: {
      readonly name: string;
      readonly user: string;
      readonly address: string;
      readonly fingerprint: string;
      readonly home: string;
      readonly system: string;
      readonly connectMs: number;
      readonly commandMs: number;
    };
  };
  /** Accept the key of a host that a person has compared; an older one is no longer accepted */
  'hosts/trust': {
    input: {
      readonly name: string;
      readonly fingerprint: string;
      readonly principal?: string | undefined;
    };
    output: {
      readonly type: string;
      readonly fingerprint: string;
      readonly known: readonly ({
        readonly type: string;
        readonly fingerprint: string;
        readonly file: string;
      })[];
      readonly file: string;
    };
  };
  /** Add a file or directory to a collection of the knowledge base; reading continues in the background */
  'knowledge/add': {
    input: {
      readonly path: string;
      readonly collection?: string | undefined;
      readonly includeIgnored?: boolean | undefined;
    };
    output: {
      readonly collection: string;
      readonly source: {
        readonly path: string;
        readonly state: 'waiting' | 'scanning' | 'watching' | 'scanned' | 'failed';
        readonly done: number;
        readonly total: number;
        readonly files?: number;
        readonly skipped: Readonly<Record<string, number>>;
        readonly problems: readonly ({
          readonly path: string;
          readonly reason: string;
        })[];
        readonly error?: string;
      };
      readonly vectors: {
        readonly done: number;
        readonly total: number;
      };
    };
  };
  /** Rebuild the vectors of a collection with the embedder that is configured now */
  'knowledge/reindex': {
    input: {
      readonly collection?: string | undefined;
    };
    output: {
      readonly collection: string;
      readonly embedder?: string;
      readonly vectors: {
        readonly done: number;
        readonly total: number;
      };
    };
  };
  /** Take a path out of a collection, or drop the whole collection; files on the disk stay */
  'knowledge/remove': {
    input: {
      readonly collection?: string | undefined;
      readonly path?: string | undefined;
    };
    output: {
      readonly documents: number;
    };
  };
  /** Search a collection of the knowledge base */
  'knowledge/search': {
    input: {
      readonly query: string;
      readonly collection?: string | undefined;
      readonly topK?: number | undefined;
    };
    output: {
      readonly results: readonly ({
        readonly id: string;
        readonly content: string;
        readonly relevanceScore: number;
        readonly path?: string;
        readonly startLine: number;
        readonly endLine: number;
      })[];
      readonly mode: 'hybrid' | 'lexical';
      readonly notes: readonly string[];
    };
  };
  /** Collections of the knowledge base, their paths, and how far indexing is */
  'knowledge/status': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly collections: readonly ({
        readonly name: string;
        readonly embedder?: string;
        readonly documents: number;
        readonly vectors: {
          readonly done: number;
          readonly total: number;
        };
        readonly sources: readonly ({
          readonly path: string;
          readonly state: 'waiting' | 'scanning' | 'watching' | 'scanned' | 'failed';
          readonly done: number;
          readonly total: number;
          readonly files?: number;
          readonly skipped: Readonly<Record<string, number>>;
          readonly problems: readonly ({
            readonly path: string;
            readonly reason: string;
          })[];
          readonly error?: string;
        })[];
      })[];
    };
  };
  /** A link that opens the page in one browser, once */
  'page/link': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly url: string;
    };
  };
  /** The browsers that may use the page */
  'page/sessions': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly sessions: readonly ({
        readonly id: string;
        readonly createdAt: string;
        readonly expiresAt: string;
        readonly lastUsedAt: string;
        readonly browser: string;
        readonly isThisOne: boolean;
      })[];
    };
  };
  /** Sign a browser out */
  'page/sign-out': {
    input: {
      readonly id: string;
    };
    output: {
      readonly id: string;
      readonly createdAt: string;
      readonly expiresAt: string;
      readonly lastUsedAt: string;
      readonly browser: string;
    };
  };
  /** The background processes of all agents, the newest first */
  'processes/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly processes: readonly ({
        readonly processId: string;
        readonly name: string;
        readonly command: string;
        readonly cwd: string;
        readonly pid: number;
        readonly host?: string;
        readonly status: 'starting' | 'running' | 'completed' | 'failed' | 'stopped' | 'lost';
        readonly startedAt: string;
        readonly endedAt?: string;
        readonly exitCode?: number | null;
        readonly signal?: string;
        readonly ports: readonly number[];
        readonly url?: string;
        readonly restarts: number;
        readonly notRestarted?: string;
        readonly keepAlive: boolean;
        readonly sandbox: string;
        readonly principal: string;
        readonly client: string;
        readonly usage?: {
          readonly cpuMs: number;
          readonly memoryBytes: number;
        };
      })[];
    };
  };
  /** What a background process printed, line by line, without secrets */
  'processes/output': {
    input: {
      readonly processId: string;
      readonly tailLines?: number | undefined;
      readonly sinceSeq?: number | undefined;
    };
    output: {
      readonly lines: readonly ({
        readonly seq: number;
        readonly stream: string;
        readonly text: string;
        readonly ansi?: string;
        readonly ts: string;
      })[];
      readonly nextSeq: number;
      readonly dropped: number;
      readonly status: 'starting' | 'running' | 'completed' | 'failed' | 'stopped' | 'lost';
      readonly prompt?: string;
    };
  };
  /** Stop a background process of any agent */
  'processes/stop': {
    input: {
      readonly processId: string;
    };
    output: {
      readonly processId: string;
      readonly name: string;
      readonly command: string;
      readonly cwd: string;
      readonly pid: number;
      readonly host?: string;
      readonly status: 'starting' | 'running' | 'completed' | 'failed' | 'stopped' | 'lost';
      readonly startedAt: string;
      readonly endedAt?: string;
      readonly exitCode?: number | null;
      readonly signal?: string;
      readonly ports: readonly number[];
      readonly url?: string;
      readonly restarts: number;
      readonly notRestarted?: string;
      readonly keepAlive: boolean;
      readonly sandbox: string;
    };
  };
  /** Type into a background process of any agent; it passes the gate as every call does */
  'processes/type': {
    input: {
      readonly processId: string;
      readonly input: string;
      readonly pressEnter?: boolean | undefined;
    };
    output: {
      readonly approvalId: string | null;
    };
  };
  /** Register a directory as a project, which opens it to agents */
  'projects/add': {
    input: {
      readonly path: string;
      readonly name?: string | undefined;
    };
    output: {
      readonly project: {
        readonly id: string;
        readonly path: string;
        readonly name: string;
        readonly version?: string;
        readonly description?: string;
        readonly ecosystems: readonly ('node' | 'dotnet' | 'rust' | 'go' | 'python' | 'maven' | 'gradle' | 'ruby' | 'php' | 'elixir' | 'swift' | 'dart' | 'deno' | 'cmake' | 'make')[];
        readonly framework?: string;
        readonly packageManager?: string;
        readonly monorepoTool?: string;
        readonly workspaces: readonly ({
          readonly name: string;
          readonly path: string;
        })[];
        readonly nodeVersion?: string;
        readonly gitRemote?: string;
        readonly currentBranch?: string;
        readonly scripts: readonly ({
          readonly name: string;
          readonly command: string;
        })[];
        readonly isRegistered: boolean;
      };
      readonly created: boolean;
      readonly isOpen: boolean;
    };
  };
  /** The directories that are registered as projects */
  'projects/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly projects: readonly ({
        readonly id: string;
        readonly path: string;
        readonly name: string;
        readonly createdAt: string;
        readonly isOpen: boolean;
      })[];
    };
  };
  /** Forget a project; its files stay */
  'projects/remove': {
    input: {
      readonly id: string;
    };
    output: {
      readonly id: string;
      readonly path: string;
      readonly name: string;
    };
  };
  /** Start a script of a project in the background; it passes the gate as every call does */
  'projects/run-script': {
    input: {
      readonly id: string;
      readonly script: string;
    };
    output: {
      readonly processId: string | null;
      readonly approvalId: string | null;
    };
  };
  /** A registered project: its scripts with their last runs, and what git says of it */
  'projects/show': {
    input: {
      readonly id: string;
    };
    output: {
      readonly path: string;
      readonly name: string;
      readonly scripts: readonly ({
        readonly name: string;
        readonly command: string;
        readonly runs: readonly ({
          readonly at: string;
          readonly durationMs: number;
          readonly ok: boolean;
        })[];
      })[];
      readonly git: {
        readonly status: Readonly<Record<string, unknown>>;
        readonly staged: Readonly<Record<string, unknown>>;
        readonly log: Readonly<Record<string, unknown>>;
        readonly worktrees: Readonly<Record<string, unknown>>;
      } | null;
      readonly problem: string | null;
    };
  };
  /** Add a standing answer; it binds the next call */
  'rules/add': {
    input: {
      readonly verdict: 'allow' | 'ask' | 'deny';
      readonly tool: string;
      readonly pattern?: {
        readonly args?: string | undefined;
        readonly paths?: readonly string[] | undefined;
        readonly commands?: readonly (readonly string[])[] | undefined;
        readonly hosts?: readonly string[] | undefined;
        readonly remote?: readonly string[] | undefined;
        readonly servers?: readonly number[] | undefined;
        readonly actions?: readonly string[] | undefined;
        readonly upTo?: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | undefined;
        readonly place?: string | undefined;
        readonly access?: readonly ('write' | 'network' | 'secrets' | 'host')[] | undefined;
        readonly scripts?: string | undefined;
        readonly runs?: readonly string[] | undefined;
        readonly told?: readonly ({
          readonly path: string;
          readonly sha256?: string | undefined;
        })[] | undefined;
        readonly at?: readonly string[] | undefined;
        readonly options?: readonly string[] | undefined;
        readonly roots?: readonly string[] | undefined;
        readonly otherWork?: readonly string[] | undefined;
        readonly choices?: readonly string[] | undefined;
        readonly caches?: boolean | undefined;
        readonly principal?: string | undefined;
      } | undefined;
      readonly expiresAt?: string | null | undefined;
    };
    output: {
      readonly id: string;
      readonly verdict: 'allow' | 'ask' | 'deny';
      readonly tool: string;
      readonly pattern: {
        readonly args?: string;
        readonly paths?: readonly string[];
        readonly commands?: readonly (readonly string[])[];
        readonly hosts?: readonly string[];
        readonly remote?: readonly string[];
        readonly servers?: readonly number[];
        readonly actions?: readonly string[];
        readonly upTo?: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
        readonly place?: string;
        readonly access?: readonly ('write' | 'network' | 'secrets' | 'host')[];
        readonly scripts?: string;
        readonly runs?: readonly string[];
        readonly told?: readonly ({
          readonly path: string;
          readonly sha256?: string;
        })[];
        readonly at?: readonly string[];
        readonly options?: readonly string[];
        readonly roots?: readonly string[];
        readonly otherWork?: readonly string[];
        readonly choices?: readonly string[];
        readonly caches?: boolean;
        readonly principal?: string;
      };
      readonly session: string | null;
      readonly createdBy: string;
      readonly createdAt: string;
      readonly expiresAt: string | null;
      readonly uses: number;
      readonly lastUsedAt: string | null;
    };
  };
  /** The standing answers in force */
  'rules/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly rules: readonly ({
        readonly id: string;
        readonly verdict: 'allow' | 'ask' | 'deny';
        readonly tool: string;
        readonly pattern: {
          readonly args?: string;
          readonly paths?: readonly string[];
          readonly commands?: readonly (readonly string[])[];
          readonly hosts?: readonly string[];
          readonly remote?: readonly string[];
          readonly servers?: readonly number[];
          readonly actions?: readonly string[];
          readonly upTo?: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
          readonly place?: string;
          readonly access?: readonly ('write' | 'network' | 'secrets' | 'host')[];
          readonly scripts?: string;
          readonly runs?: readonly string[];
          readonly told?: readonly ({
            readonly path: string;
            readonly sha256?: string;
          })[];
          readonly at?: readonly string[];
          readonly options?: readonly string[];
          readonly roots?: readonly string[];
          readonly otherWork?: readonly string[];
          readonly choices?: readonly string[];
          readonly caches?: boolean;
          readonly principal?: string;
        };
        readonly session: string | null;
        readonly createdBy: string;
        readonly createdAt: string;
        readonly expiresAt: string | null;
        readonly uses: number;
        readonly lastUsedAt: string | null;
      })[];
    };
  };
  /** Remove a standing answer */
  'rules/remove': {
    input: {
      readonly id: string;
    };
    output: {
      readonly id: string;
      readonly verdict: 'allow' | 'ask' | 'deny';
      readonly tool: string;
      readonly pattern: {
        readonly args?: string;
        readonly paths?: readonly string[];
        readonly commands?: readonly (readonly string[])[];
        readonly hosts?: readonly string[];
        readonly remote?: readonly string[];
        readonly servers?: readonly number[];
        readonly actions?: readonly string[];
        readonly upTo?: 'SAFE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL';
        readonly place?: string;
        readonly access?: readonly ('write' | 'network' | 'secrets' | 'host')[];
        readonly scripts?: string;
        readonly runs?: readonly string[];
        readonly told?: readonly ({
          readonly path: string;
          readonly sha256?: string;
        })[];
        readonly at?: readonly string[];
        readonly options?: readonly string[];
        readonly roots?: readonly string[];
        readonly otherWork?: readonly string[];
        readonly choices?: readonly string[];
        readonly caches?: boolean;
        readonly principal?: string;
      };
      readonly session: string | null;
      readonly createdBy: string;
      readonly createdAt: string;
      readonly expiresAt: string | null;
      readonly uses: number;
      readonly lastUsedAt: string | null;
    };
  };
  /** The names of stored secrets; their values are never shown */
  'secrets/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly secrets: readonly ({
        readonly name: string;
        readonly createdAt: string;
        readonly updatedAt: string;
      })[];
    };
  };
  /** Remove a stored secret */
  'secrets/remove': {
    input: {
      readonly name: string;
    };
    output: {
      readonly name: string;
    };
  };
  /** Store a secret, or replace its value */
  'secrets/set': {
    input: {
      readonly name: string;
      readonly value: string;
    };
    output: {
      readonly name: string;
      readonly createdAt: string;
      readonly updatedAt: string;
    };
  };
  /** What runs unasked: mode, permissions per tool, automatic approval */
  'settings/get': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly permissionLevel: 'read_only' | 'execute_with_confirm' | 'full_access';
      readonly toolPermissions: Readonly<Record<string, 'allowed' | 'confirm' | 'blocked'>>;
      readonly autoApprove: {
        readonly enabled: boolean;
        readonly tools: readonly string[];
      };
      readonly file: string | null;
      readonly overridden: readonly string[];
    };
  };
  /** Change them in the user's configuration; the next call of every agent obeys */
  'settings/set': {
    input: {
      readonly permissionLevel?: 'read_only' | 'execute_with_confirm' | 'full_access' | undefined;
      readonly toolPermissions?: Readonly<Record<string, 'allowed' | 'confirm' | 'blocked' | null>> | undefined;
      readonly autoApprove?: {
        readonly enabled?: boolean | undefined;
        readonly tools?: readonly string[] | undefined;
      } | undefined;
    };
    output: {
      readonly permissionLevel: 'read_only' | 'execute_with_confirm' | 'full_access';
      readonly toolPermissions: Readonly<Record<string, 'allowed' | 'confirm' | 'blocked'>>;
      readonly autoApprove: {
        readonly enabled: boolean;
        readonly tools: readonly string[];
      };
      readonly file: string | null;
      readonly overridden: readonly string[];
    };
  };
  /** The host: its version, what it is doing, what is in force */
  'status': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly version: string;
      readonly pid: number;
      readonly inFlight: number;
      readonly packs: readonly ('filesystem' | 'git' | 'ci' | 'shell' | 'projects' | 'workflows' | 'processes' | 'remote' | 'web' | 'context' | 'rag' | 'gate' | 'custom' | 'conformance' | 'native' | 'compat')[];
      readonly mode: 'read_only' | 'execute_with_confirm' | 'full_access';
      readonly roots: readonly string[];
    };
  };
  /** Commands that steps can be made of */
  'templates/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly templates: readonly ({
        readonly templateId: string;
        readonly name: string;
        readonly command: string;
        readonly category: string;
        readonly description?: string;
        readonly placeholders: readonly ({
          readonly name: string;
          readonly type: string;
          readonly default?: string;
        })[];
        readonly isBuiltin: boolean;
      })[];
    };
  };
  /** Delete a template that was kept; workflows made from it stay as they are */
  'templates/remove': {
    input: {
      readonly id: string;
    };
    output: {
      readonly id: string;
    };
  };
  /** Keep a command for workflows, or change one that was kept */
  'templates/save': {
    input: {
      readonly id?: string | undefined;
      readonly name: string;
      readonly command: string;
      readonly category?: string | undefined;
      readonly description?: string | undefined;
    };
    output: {
      readonly templateId: string;
      readonly name: string;
      readonly command: string;
      readonly category: string;
      readonly description?: string;
      readonly placeholders: readonly ({
        readonly name: string;
        readonly type: string;
        readonly default?: string;
      })[];
      readonly isBuiltin: boolean;
    };
  };
  /** Make a bearer token; the answer is the only place that shows its secret */
  'tokens/create': {
    input: {
      readonly name: string;
      readonly scopes?: readonly ('tools:call' | 'approvals:decide' | 'admin' | 'metrics:read')[] | undefined;
      readonly expiresAt?: string | undefined;
    };
    output: {
      readonly id: string;
      readonly name: string;
      readonly scopes: readonly ('tools:call' | 'approvals:decide' | 'admin' | 'metrics:read')[];
      readonly createdAt: string;
      readonly expiresAt: string | null;
      readonly lastUsedAt: string | null;
      readonly revokedAt: string | null;
      readonly secret: string;
    };
  };
  /** The bearer tokens there are; never their secrets */
  'tokens/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly tokens: readonly ({
        readonly id: string;
        readonly name: string;
        readonly scopes: readonly ('tools:call' | 'approvals:decide' | 'admin' | 'metrics:read')[];
        readonly createdAt: string;
        readonly expiresAt: string | null;
        readonly lastUsedAt: string | null;
        readonly revokedAt: string | null;
      })[];
    };
  };
  /** End a token at once, with the streams that are open on it */
  'tokens/revoke': {
    input: {
      readonly name: string;
    };
    output: {
      readonly id: string;
      readonly name: string;
      readonly scopes: readonly ('tools:call' | 'approvals:decide' | 'admin' | 'metrics:read')[];
      readonly createdAt: string;
      readonly expiresAt: string | null;
      readonly lastUsedAt: string | null;
      readonly revokedAt: string | null;
    };
  };
  /** The tools that are offered, with their schemas, their risk, and whether they need a confirmation */
  'tools': {
    input: {
      readonly projectPath?: string | undefined;
    };
    output: {
      readonly tools: readonly (Readonly<Record<string, unknown>>)[];
    };
  };
  /** What came in or went out by a webhook, newest first */
  'webhooks/deliveries': {
    input: {
      readonly id: string;
    };
    output: {
      readonly deliveries: readonly ({
        readonly id: string;
        readonly direction: 'in' | 'out';
        readonly eventId: string;
        readonly attempt: number;
        readonly status: string;
        readonly statusCode: number | null;
        readonly detail: string | null;
        readonly runId: string | null;
        readonly durationMs: number | null;
        readonly createdAt: string;
      })[];
    };
  };
  /** Incoming and outgoing webhooks */
  'webhooks/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly webhooks: readonly ({
        readonly webhookId: string;
        readonly direction: 'incoming' | 'outgoing';
        readonly name: string;
        readonly workflowId?: string;
        readonly path?: string;
        readonly url?: string;
        readonly auth?: string;
        readonly isReady: boolean;
        readonly hasSecret?: boolean;
        readonly hint?: string;
        readonly lastUsedAt?: string;
      })[];
    };
  };
  /** Let a workflow be started over HTTP; its token is made with webhooks/rotate */
  'webhooks/open': {
    input: {
      readonly workflowId: string;
      readonly name?: string | undefined;
      readonly auth?: 'token' | 'standard' | 'github' | undefined;
      readonly inputMap?: Readonly<Record<string, string>> | undefined;
      readonly perMinute?: number | undefined;
    };
    output: {
      readonly webhookId: string | null;
      readonly approvalId: string | null;
    };
  };
  /** Close an incoming webhook */
  'webhooks/remove': {
    input: {
      readonly id: string;
    };
    output: {
      readonly id: string;
    };
  };
  /** Make a new token or secret, shown this once; the old one stops working */
  'webhooks/rotate': {
    input: {
      readonly id: string;
    };
    output: {
      readonly webhookId: string;
      readonly auth: string;
      readonly secret: string;
      readonly path: string;
    };
  };
  /** Send an outgoing webhook with values for its placeholders; it passes the gate as every call does */
  'webhooks/send': {
    input: {
      readonly id: string;
      readonly variables?: Readonly<Record<string, unknown>> | undefined;
    };
    output: {
      readonly executionId: string | null;
      readonly approvalId: string | null;
    };
  };
  /** Say what becomes of a step that was cut off when a host ended */
  'workflows/answer': {
    input: {
      readonly id: string;
      readonly stepId: string;
      readonly answer: 'retry' | 'done' | 'fail';
    };
    output: {
      readonly executionId: string;
      readonly kind: 'workflow' | 'action';
      readonly workflowId?: string;
      readonly version?: number;
      readonly actionId?: string;
      readonly actionType?: 'script' | 'webhook' | 'workflow';
      readonly name: string;
      readonly status: 'pending_confirm' | 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled' | 'timed_out' | 'denied';
      readonly trigger: 'manual' | 'cli' | 'schedule' | 'webhook' | 'workflow' | 'action';
      readonly startedBy: string;
      readonly client: string;
      readonly approvalId?: string;
      readonly parentExecutionId?: string;
      readonly inputs: Readonly<Record<string, unknown>>;
      readonly outputs?: Readonly<Record<string, unknown>>;
      readonly error?: string;
      readonly createdAt: string;
      readonly startedAt?: string;
      readonly endedAt?: string;
      readonly durationMs?: number;
      readonly steps: readonly ({
        readonly stepId: string;
        readonly name: string;
        readonly kind: string;
        readonly status: string;
        readonly attempts: number;
        readonly reason?: string;
        readonly exitCode?: number | null;
        readonly error?: {
          readonly code: string;
          readonly message: string;
        };
        readonly outputs?: Readonly<Record<string, unknown>>;
        readonly text?: string;
        readonly callId?: string;
        readonly auditSeq?: number;
        readonly approvalId?: string;
        readonly executionId?: string;
        readonly artifacts?: readonly ({
          readonly path: string;
          readonly size: number;
          readonly sha256: string;
          readonly keptAt: string;
        })[];
        readonly startedAt?: string;
        readonly endedAt?: string;
        readonly durationMs?: number;
      })[];
    };
  };
  /** End a run with everything it started */
  'workflows/cancel': {
    input: {
      readonly id: string;
    };
    output: {
      readonly executionId: string;
      readonly kind: 'workflow' | 'action';
      readonly workflowId?: string;
      readonly version?: number;
      readonly actionId?: string;
      readonly actionType?: 'script' | 'webhook' | 'workflow';
      readonly name: string;
      readonly status: 'pending_confirm' | 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled' | 'timed_out' | 'denied';
      readonly trigger: 'manual' | 'cli' | 'schedule' | 'webhook' | 'workflow' | 'action';
      readonly startedBy: string;
      readonly client: string;
      readonly approvalId?: string;
      readonly parentExecutionId?: string;
      readonly inputs: Readonly<Record<string, unknown>>;
      readonly outputs?: Readonly<Record<string, unknown>>;
      readonly error?: string;
      readonly createdAt: string;
      readonly startedAt?: string;
      readonly endedAt?: string;
      readonly durationMs?: number;
      readonly steps: readonly ({
        readonly stepId: string;
        readonly name: string;
        readonly kind: string;
        readonly status: string;
        readonly attempts: number;
        readonly reason?: string;
        readonly exitCode?: number | null;
        readonly error?: {
          readonly code: string;
          readonly message: string;
        };
        readonly outputs?: Readonly<Record<string, unknown>>;
        readonly text?: string;
        readonly callId?: string;
        readonly auditSeq?: number;
        readonly approvalId?: string;
        readonly executionId?: string;
        readonly artifacts?: readonly ({
          readonly path: string;
          readonly size: number;
          readonly sha256: string;
          readonly keptAt: string;
        })[];
        readonly startedAt?: string;
        readonly endedAt?: string;
        readonly durationMs?: number;
      })[];
    };
  };
  /** What is wrong with a workflow, given as a file or as data; nothing is kept */
  'workflows/check': {
    input: {
      readonly yaml?: string | undefined;
      readonly content?: Readonly<Record<string, unknown>> | undefined;
    };
    output: {
      readonly yaml: string;
      readonly content: Readonly<Record<string, unknown>> | null;
      readonly problems: readonly ({
        readonly line: number;
        readonly field: string;
        readonly message: string;
      })[];
    };
  };
  /** Stop a workflow from starting on its own */
  'workflows/disable': {
    input: {
      readonly id: string;
    };
    output: {
      readonly workflowId: string;
      readonly name: string;
      readonly description?: string;
      readonly projectId?: string;
      readonly version: number;
      readonly stepCount: number;
      readonly file?: string;
      readonly isEnabled: boolean;
      readonly nextRunAt?: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly lastRunAt?: string;
      readonly steps: readonly ({
        readonly stepId: string;
        readonly name: string;
      })[];
      readonly definition: Readonly<Record<string, unknown>>;
      readonly yaml: string;
      readonly exposeAs?: string;
    };
  };
  /** Let this version of a workflow start on its schedule and webhooks */
  'workflows/enable': {
    input: {
      readonly id: string;
    };
    output: {
      readonly workflowId: string;
      readonly name: string;
      readonly description?: string;
      readonly projectId?: string;
      readonly version: number;
      readonly stepCount: number;
      readonly file?: string;
      readonly isEnabled: boolean;
      readonly nextRunAt?: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly lastRunAt?: string;
      readonly steps: readonly ({
        readonly stepId: string;
        readonly name: string;
      })[];
      readonly definition: Readonly<Record<string, unknown>>;
      readonly yaml: string;
      readonly exposeAs?: string;
    };
  };
  /** One run, step by step */
  'workflows/execution': {
    input: {
      readonly id: string;
    };
    output: {
      readonly executionId: string;
      readonly kind: 'workflow' | 'action';
      readonly workflowId?: string;
      readonly version?: number;
      readonly actionId?: string;
      readonly actionType?: 'script' | 'webhook' | 'workflow';
      readonly name: string;
      readonly status: 'pending_confirm' | 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled' | 'timed_out' | 'denied';
      readonly trigger: 'manual' | 'cli' | 'schedule' | 'webhook' | 'workflow' | 'action';
      readonly startedBy: string;
      readonly client: string;
      readonly approvalId?: string;
      readonly parentExecutionId?: string;
      readonly inputs: Readonly<Record<string, unknown>>;
      readonly outputs?: Readonly<Record<string, unknown>>;
      readonly error?: string;
      readonly createdAt: string;
      readonly startedAt?: string;
      readonly endedAt?: string;
      readonly durationMs?: number;
      readonly steps: readonly ({
        readonly stepId: string;
        readonly name: string;
        readonly kind: string;
        readonly status: string;
        readonly attempts: number;
        readonly reason?: string;
        readonly exitCode?: number | null;
        readonly error?: {
          readonly code: string;
          readonly message: string;
        };
        readonly outputs?: Readonly<Record<string, unknown>>;
        readonly text?: string;
        readonly callId?: string;
        readonly auditSeq?: number;
        readonly approvalId?: string;
        readonly executionId?: string;
        readonly artifacts?: readonly ({
          readonly path: string;
          readonly size: number;
          readonly sha256: string;
          readonly keptAt: string;
        })[];
        readonly startedAt?: string;
        readonly endedAt?: string;
        readonly durationMs?: number;
      })[];
    };
  };
  /** Runs of workflows and actions, newest first */
  'workflows/executions': {
    input: {
      readonly limit?: number | undefined;
    };
    output: {
      readonly executions: readonly ({
        readonly executionId: string;
        readonly kind: 'workflow' | 'action';
        readonly workflowId?: string;
        readonly version?: number;
        readonly actionId?: string;
        readonly actionType?: 'script' | 'webhook' | 'workflow';
        readonly name: string;
        readonly status: 'pending_confirm' | 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled' | 'timed_out' | 'denied';
        readonly trigger: 'manual' | 'cli' | 'schedule' | 'webhook' | 'workflow' | 'action';
        readonly startedBy: string;
        readonly client: string;
        readonly approvalId?: string;
        readonly parentExecutionId?: string;
        readonly inputs: Readonly<Record<string, unknown>>;
        readonly outputs?: Readonly<Record<string, unknown>>;
        readonly error?: string;
        readonly createdAt: string;
        readonly startedAt?: string;
        readonly endedAt?: string;
        readonly durationMs?: number;
        readonly steps: readonly ({
          readonly stepId: string;
          readonly name: string;
          readonly kind: string;
          readonly status: string;
          readonly attempts: number;
          readonly reason?: string;
          readonly exitCode?: number | null;
          readonly error?: {
            readonly code: string;
            readonly message: string;
          };
          readonly outputs?: Readonly<Record<string, unknown>>;
          readonly text?: string;
          readonly callId?: string;
          readonly auditSeq?: number;
          readonly approvalId?: string;
          readonly executionId?: string;
          readonly artifacts?: readonly ({
            readonly path: string;
            readonly size: number;
            readonly sha256: string;
            readonly keptAt: string;
          })[];
          readonly startedAt?: string;
          readonly endedAt?: string;
          readonly durationMs?: number;
        })[];
      })[];
    };
  };
  /** Offer a workflow to agents as a tool of its own; without a name, no longer */
  'workflows/expose': {
    input: {
      readonly id: string;
      readonly name: string | null;
    };
    output: {
      readonly workflowId: string;
      readonly name: string;
      readonly description?: string;
      readonly projectId?: string;
      readonly version: number;
      readonly stepCount: number;
      readonly file?: string;
      readonly isEnabled: boolean;
      readonly nextRunAt?: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly lastRunAt?: string;
      readonly steps: readonly ({
        readonly stepId: string;
        readonly name: string;
      })[];
      readonly definition: Readonly<Record<string, unknown>>;
      readonly yaml: string;
      readonly exposeAs?: string;
    };
  };
  /** All workflows, those in files of open directories included */
  'workflows/list': {
    input: Readonly<Record<string, never>>;
    output: {
      readonly workflows: readonly ({
        readonly workflowId: string;
        readonly name: string;
        readonly description?: string;
        readonly projectId?: string;
        readonly version: number;
        readonly stepCount: number;
        readonly file?: string;
        readonly isEnabled: boolean;
        readonly nextRunAt?: string;
        readonly createdAt: string;
        readonly updatedAt: string;
        readonly lastRunAt?: string;
        readonly steps: readonly ({
          readonly stepId: string;
          readonly name: string;
        })[];
        readonly definition: Readonly<Record<string, unknown>>;
        readonly yaml: string;
        readonly exposeAs?: string;
      })[];
      readonly wrongFiles: readonly string[];
    };
  };
  /** What the steps of a run printed, after a line number */
  'workflows/logs': {
    input: {
      readonly id: string;
      readonly after?: number | undefined;
    };
    output: {
      readonly lines: readonly ({
        readonly seq: number;
        readonly at: string;
        readonly stepId: string;
        readonly text: string;
      })[];
    };
  };
  /** Delete a workflow; its runs stay in the history */
  'workflows/remove': {
    input: {
      readonly id: string;
    };
    output: {
      readonly workflowId: string | null;
      readonly approvalId: string | null;
    };
  };
  /** Run again what did not succeed in a run that has ended; what was done is not done again */
  'workflows/rerun-failed': {
    input: {
      readonly id: string;
    };
    output: {
      readonly executionId: string;
    };
  };
  /** Start a workflow; it passes the gate as every call does */
  'workflows/run': {
    input: {
      readonly id: string;
      readonly inputs?: Readonly<Record<string, unknown>> | undefined;
    };
    output: {
      readonly executionId: string | null;
      readonly approvalId: string | null;
    };
  };
  /** Create a workflow, or change one; it passes the gate as every call does */
  'workflows/save': {
    input: {
      readonly id?: string | undefined;
      readonly yaml: string;
      readonly projectId?: string | undefined;
    };
    output: {
      readonly workflowId: string | null;
      readonly approvalId: string | null;
    };
  };
  /** One workflow with its steps */
  'workflows/show': {
    input: {
      readonly id: string;
    };
    output: {
      readonly workflowId: string;
      readonly name: string;
      readonly description?: string;
      readonly projectId?: string;
      readonly version: number;
      readonly stepCount: number;
      readonly file?: string;
      readonly isEnabled: boolean;
      readonly nextRunAt?: string;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly lastRunAt?: string;
      readonly steps: readonly ({
        readonly stepId: string;
        readonly name: string;
      })[];
      readonly definition: Readonly<Record<string, unknown>>;
      readonly yaml: string;
      readonly exposeAs?: string;
    };
  };
  /** Send an event to a run that waits for it */
  'workflows/signal': {
    input: {
      readonly id: string;
      readonly event: string;
      readonly data?: unknown | undefined;
    };
    output: {
      readonly executionId: string;
      readonly kind: 'workflow' | 'action';
      readonly workflowId?: string;
      readonly version?: number;
      readonly actionId?: string;
      readonly actionType?: 'script' | 'webhook' | 'workflow';
      readonly name: string;
      readonly status: 'pending_confirm' | 'queued' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled' | 'timed_out' | 'denied';
      readonly trigger: 'manual' | 'cli' | 'schedule' | 'webhook' | 'workflow' | 'action';
      readonly startedBy: string;
      readonly client: string;
      readonly approvalId?: string;
      readonly parentExecutionId?: string;
      readonly inputs: Readonly<Record<string, unknown>>;
      readonly outputs?: Readonly<Record<string, unknown>>;
      readonly error?: string;
      readonly createdAt: string;
      readonly startedAt?: string;
      readonly endedAt?: string;
      readonly durationMs?: number;
      readonly steps: readonly ({
        readonly stepId: string;
        readonly name: string;
        readonly kind: string;
        readonly status: string;
        readonly attempts: number;
        readonly reason?: string;
        readonly exitCode?: number | null;
        readonly error?: {
          readonly code: string;
          readonly message: string;
        };
        readonly outputs?: Readonly<Record<string, unknown>>;
        readonly text?: string;
        readonly callId?: string;
        readonly auditSeq?: number;
        readonly approvalId?: string;
        readonly executionId?: string;
        readonly artifacts?: readonly ({
          readonly path: string;
          readonly size: number;
          readonly sha256: string;
          readonly keptAt: string;
        })[];
        readonly startedAt?: string;
        readonly endedAt?: string;
        readonly durationMs?: number;
      })[];
    };
  };
}

/** Acts that only look: they are asked for with GET. */
export const READS: ReadonlySet<string> = new Set([
  'actions/list',
  'agents/list',
  'approvals/get',
  'approvals/link',
  'approvals/list',
  'assistant/conversation',
  'assistant/conversations',
  'assistant/export',
  'assistant/models',
  'assistant/status',
  'audit/export',
  'audit/query',
  'audit/stats',
  'audit/verify',
  'calls/list',
  'clients',
  'hosts/list',
  'hosts/owners',
  'hosts/questions',
  'knowledge/search',
  'knowledge/status',
  'page/sessions',
  'processes/list',
  'processes/output',
  'projects/list',
  'projects/show',
  'rules/list',
  'secrets/list',
  'settings/get',
  'status',
  'templates/list',
  'tokens/list',
  'tools',
  'webhooks/deliveries',
  'webhooks/list',
  'workflows/execution',
  'workflows/executions',
  'workflows/list',
  'workflows/logs',
  'workflows/show',
]);
