import { type Home, makeHome } from '../home.ts';
import { type LineClient, startLineClient } from '../line-client.ts';
import { type HostEntry, writeSshConfig } from './remote-host.ts';
import type { Sshd } from './sshd.ts';

type Data = Readonly<Record<string, unknown>>;

export interface RemoteResult {
  readonly isError?: boolean;
  readonly structuredContent?: Data;
  readonly content: readonly { readonly text: string }[];
}

/** An MCP client of the built program, whose host reaches machines over SSH. */
export interface RemoteAgent {
  readonly home: Home;
  readonly client: LineClient;
  call(name: string, args: Data): Promise<RemoteResult>;
}

interface AgentOptions {
  readonly hosts?: Readonly<Record<string, HostEntry>>;
  /** What known_hosts says; default: the key of the server. */
  readonly known?: readonly string[];
  readonly settings?: Data;
  readonly remote?: Data;
}

/** A dead connection takes half a minute to be noticed. */
const LONGEST_MS = 60_000;

/** In full access: nobody is asked, except by ssh. */
export async function startRemoteAgent(
  sshd: Sshd,
  { hosts = { box: {} }, known, settings = {}, remote = {} }: AgentOptions = {},
): Promise<RemoteAgent> {
  const home = makeHome();
  const sshConfig = writeSshConfig(sshd, hosts, known && { known }).file;
  home.writeConfig({ permissionLevel: 'full_access', ...settings, remote: { sshConfig, ...remote } });
  const client = startLineClient(['stdio'], { cwd: home.project, env: home.env });
  await client.initialize();
  return {
    home,
    client,
    call: async (name, args) => {
      const { result, error } = await client.request('tools/call', { name, arguments: args }, LONGEST_MS);
      if (!result) throw new Error(`${name} was answered with ${JSON.stringify(error)}`);
      // Sound: what is read of it are the fields of any result, and their absence fails the test.
      return result as unknown as RemoteResult;
    },
  };
}
