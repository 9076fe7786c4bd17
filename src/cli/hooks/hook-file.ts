/** A file by which a client learns of its hook. */
export interface HookFile {
  readonly path: string;
  /** The file with our hook in it, whatever it holds now; `backup` is where that is kept. */
  readonly installed: (current: string | undefined, backup?: string) => string;
  /** The file without it; undefined where all of it is ours. */
  readonly removed: (current: string) => string | undefined;
  /** A program: all of it is ours, and it runs what stood in its place. */
  readonly isScript?: boolean;
  /** For all users of the machine, who must be able to read it; a file of one user is for nobody else. */
  readonly isForAll?: boolean;
  /** Where such a program says that it keeps what stood in its place. */
  readonly original?: (current: string) => string | undefined;
}

/** Where hooks are installed. */
export interface HookPlace {
  readonly home: string;
  /** For all users of the machine, in the files that a project cannot override. */
  readonly isSystem: boolean;
  /** The words that run the hook of a client, for a shell. */
  readonly command: (client: string) => string;
  /** The same for what only tells the host something: nothing depends on it. */
  readonly report: (client: string) => string;
  /** The same for all users of the machine. */
  readonly forSystem: () => HookPlace;
}

/** A hook of ours, however its command is quoted. */
export const isOurs = (command: unknown): boolean =>
  typeof command === 'string' && /toolgate(-hook)?(\.c?js)?['"]?\s+hook\s/.test(command);
