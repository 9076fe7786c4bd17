import { type Call, resolved } from '../core/call/call.ts';

/** An agent runs it with a tool of its own: outside of our sandbox, and with all that its user may do. */
export const isNative = (call: Call): boolean => resolved(call).tool.pack === 'native';
