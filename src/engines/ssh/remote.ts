import type { ListOptions, RemoteListing } from './files/list-remote.ts';
import type { ReadOptions, RemoteFile } from './files/read-remote.ts';
import type { RemoteWritten, WriteOptions } from './files/write-remote.ts';
import type { RemoteFinished } from './shell/execute.ts';

/** A host as its users see it. */
export interface HostSummary {
  readonly name: string;
  readonly source: 'ssh_config' | 'config' | 'added';
  readonly root?: string;
  readonly isDefault: boolean;
  readonly isConnected: boolean;
  readonly lastUsedAt?: string;
}

/** What a person sees of a host before something is done there. */
export interface HostFacts {
  readonly name: string;
  readonly user: string;
  readonly hostname: string;
  readonly port: number;
  readonly proxyJump?: string;
  /** Known host keys, as "ED25519 SHA256:..."; none: it is not trusted yet. */
  readonly knownKeys: readonly string[];
}

export interface ExecuteSpec {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly stdin?: string | undefined;
  /** Counts from the call, connecting included. */
  readonly timeoutMs: number;
  readonly keepBytes: number;
  readonly onOutput?: ((stream: 'stdout' | 'stderr', text: string) => unknown) | undefined;
}

export interface Executed extends RemoteFinished {
  readonly host: string;
  readonly cwd: string;
}

/** Remote machines as one call may reach them; an empty host is the default one. */
export interface RemoteEngine {
  hosts(): Promise<readonly HostSummary[]>;
  describe(host: string): Promise<HostFacts>;
  execute(host: string, spec: ExecuteSpec): Promise<Executed>;
  list(host: string, path: string, options: ListOptions): Promise<RemoteListing>;
  read(host: string, path: string, options: ReadOptions): Promise<RemoteFile>;
  write(host: string, path: string, options: WriteOptions): Promise<RemoteWritten>;
}
