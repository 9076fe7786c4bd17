import { createSystem, type SystemFacts } from '../engines/system/system.ts';

/** What this machine is and has, for whoever looks without a host. */
export const systemFacts = (): Promise<SystemFacts> => createSystem().facts();
