import type { Owner, RemoteStat } from './files/change-remote.ts';
import type { DownloadOptions } from './files/download.ts';
import type { ListOptions, RemoteListing } from './files/list-remote.ts';
import type { ReadOptions, RemoteFile } from './files/read-remote.ts';
import type { Transferred, UploadOptions, UploadSource } from './files/upload.ts';
import type { RemoteWritten, WriteOptions } from './files/write-remote.ts';
import type { Forward, ForwardSpec } from './forward/forwards.ts';
import type { JobSpec, StartedJob } from './jobs/start-job.ts';
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
  /** So many commands are told of in one answer; default: this one alone. */
  readonly sharedBy?: number | undefined;
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
  stat(host: string, path: string): Promise<RemoteStat>;
  write(host: string, path: string, options: WriteOptions): Promise<RemoteWritten>;
  makeDirectory(host: string, path: string, options: DirectoryOptions): Promise<MadeDirectory>;
  delete(host: string, path: string, options: { readonly recursive: boolean }): Promise<Deleted>;
  move(host: string, from: string, to: string, options: { readonly overwrite: boolean }): Promise<Moved>;
  chmod(host: string, path: string, options: ModeOptions): Promise<{ path: string; mode: string }>;
  chown(host: string, path: string, options: Owner): Promise<{ path: string }>;
  /** Sends a file that is open here. */
  upload(host: string, source: UploadSource, path: string, options: UploadOptions): Promise<Transferred>;
  /** Fetches a file, and hands it to the function that puts it in place. */
  download(host: string, path: string, options: Omit<DownloadOptions, 'keep'>): Promise<Transferred>;
  /** Starts a command that goes on without a connection; the process tools know it. */
  start(host: string, spec: JobSpec): Promise<StartedJob>;
  forward(host: string, spec: ForwardSpec): Promise<Forward>;
  forwards(): Promise<readonly Forward[]>;
  endForward(forwardId: string): Promise<Forward>;
}

interface DirectoryOptions {
  readonly parents: boolean;
  readonly mode?: number | undefined;
}

interface ModeOptions {
  readonly mode: number;
  readonly recursive: boolean;
}

interface MadeDirectory {
  readonly path: string;
  readonly created: boolean;
}

interface Deleted {
  readonly path: string;
  readonly type: RemoteStat['type'];
}

interface Moved {
  readonly from: string;
  readonly to: string;
}
