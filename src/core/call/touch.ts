/** `create` makes a directory: it changes no file, but a name can matter. */
export type PathAccess = 'read' | 'list' | 'create' | 'write' | 'delete';

/** One thing a call reaches. Policy, approval card and record read this list; the engine gets a capability for it. */
export type Touch =
  | { readonly kind: 'path'; readonly access: PathAccess; readonly path: string }
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly cwd: string }
  | { readonly kind: 'url'; readonly url: string }
  /** Another machine; `changes` are the paths of it that are changed, below its home as `~/x`. */
  | { readonly kind: 'host'; readonly host: string; readonly changes?: readonly string[] }
  /** Something a person set up to be run: a script, a workflow, a webhook. */
  | { readonly kind: 'action'; readonly type: 'script' | 'workflow' | 'webhook'; readonly id: string };
