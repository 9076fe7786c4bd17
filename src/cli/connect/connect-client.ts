import type { HookClient } from '../../core/hook-clients.ts';
import type { FormatName } from './formats/format.ts';

/** What a client starts to reach Toolgate. */
export interface Server {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where the clients of this user keep their settings. */
export interface UserPlace {
  readonly home: string;
  /** Where programs with windows keep theirs: ~/.config, or what this system has instead. */
  readonly appData: string;
  readonly exists: (path: string) => boolean;
}

/** How one client learns of an MCP server. */
export interface ConnectClient {
  /** What people call it. */
  readonly title: string;
  readonly path: (place: UserPlace) => string;
  readonly format: FormatName;
  /** The key under which the file lists its servers. */
  readonly list: string;
  readonly entry: (server: Server) => Record<string, unknown>;
  /** Undefined where the client cannot be made to ask before its own tools run. */
  readonly hook?: HookClient;
  /** It looks for tools by itself and shows its model none before; others are given the lean profile. */
  readonly searchesTools?: boolean;
  /** What the person does then. */
  readonly next: string;
  /** It starts its servers outside of any project, so no directory is open unless one is named. */
  readonly needsRoot?: boolean;
}
