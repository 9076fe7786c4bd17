import type { PeerTool } from '../harness/peers.ts';
import type { Data } from '../harness/rpc.ts';
import type { Workspace } from '../harness/workspace.ts';

/** What is called: something that does nothing, and the read of a 4 KB file. */
export const WORKS = ['noop', 'read'] as const;
export type Work = (typeof WORKS)[number];

type Calls = Readonly<Record<Work, Data>>;

const readOf = ({ file }: Workspace): Data => ({ name: 'read_file', arguments: { path: file } });

export const toolgateCalls = (workspace: Workspace): Calls => ({
  noop: { name: 'greet', arguments: { name: 'you' } },
  read: readOf(workspace),
});

export const peerCalls = (workspace: Workspace): Calls => ({
  noop: { name: 'echo', arguments: { text: 'Hello, you!' } },
  read: readOf(workspace),
});

export const peerTool = (work: Work): PeerTool => (work === 'noop' ? 'echo' : 'read_file');
