import { loadCLibrary } from '../engines/system/c-library.ts';
import { createSystem, type SystemFacts } from '../engines/system/system.ts';

/** What this machine is and has, for commands that need no host. */
export const systemFacts = (): Promise<SystemFacts> => createSystem().facts();

/** Whether the C library can be called, which starts programs quickly and on pipes with names. */
export const hasCLibrary = async (): Promise<boolean> => (await loadCLibrary()) !== undefined;
