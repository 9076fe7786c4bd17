import { loadToolModules } from '../host/tool-modules.ts';
import { type OwnedHost, type OwnOptions, ownHost as own } from '../transports/socket/own-host.ts';
import { closeInherited } from './close-inherited.ts';

/** The host of this process, with the user's own tools. */
export async function ownHost(options: Omit<OwnOptions, 'env' | 'own' | 'onLost'>): Promise<OwnedHost> {
  closeInherited();
  const tools = await loadToolModules(options.config.toolModules);
  return own({ ...options, own: tools, env: process.env, onLost: end });
}

/** As a person would: the next host makes a directory of its own, and agents find it. */
const end = (): void => void process.kill(process.pid, 'SIGTERM');
