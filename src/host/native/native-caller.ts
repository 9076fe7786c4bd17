import { type Caller, type Rights, rightsIn } from '../../core/call/caller.ts';
import type { NativeCall } from '../../core/call/native-call.ts';
import type { Config } from '../../core/config.ts';
import { localAgent } from '../agent.ts';
import { ownOutputs } from './own-outputs.ts';

/** Who makes a native call: the session of a client, open where that was started. */
export async function nativeCaller(
  config: Config,
  { client, session, subagent, cwd }: Pick<NativeCall, 'client' | 'session' | 'subagent' | 'cwd'>,
  startedIn: string,
): Promise<Caller> {
  const agent = await localAgent(config, 'hook', { cwd: startedIn }, `${client}:${session}`);
  const { settings = () => agent } = agent;
  const inForce = (): Rights => {
    const rights = rightsIn(settings());
    return { ...rights, toolPermissions: withNative(rights.toolPermissions) };
  };
  return {
    ...agent,
    ...inForce(),
    settings: inForce,
    client: { name: client, version: '' },
    packs: ['native'],
    cwd: cwd ?? startedIn,
    outputs: ownOutputs({ client, session }, startedIn),
    ...(subagent !== undefined && { subagent }),
  };
}

const OURS = {
  native_shell: 'shell_execute',
  native_write: 'write_file',
  native_read: 'read_file',
  native_fetch: 'web_fetch',
  native_search: 'web_search',
} as const;

/** What is blocked or confirmed for a tool of ours is so for its own; "allowed" was said of what runs in our sandbox. */
function withNative(permissions: Caller['toolPermissions']): Caller['toolPermissions'] {
  const inherited = Object.entries(OURS).flatMap(([native, ours]) => {
    const word = permissions[ours];
    return word === undefined || word === 'allowed' ? [] : [[native, word] as const];
  });
  return { ...Object.fromEntries(inherited), ...permissions };
}
