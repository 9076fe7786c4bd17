import { readFileSync } from 'node:fs';
import type { NativeAnswer } from '../../core/call/native-call.ts';

/** A settings file of a client changed while it runs: what would switch its hooks off does not take effect. */
export function judgeSettings(path: string | undefined): NativeAnswer {
  if (path === undefined || !switchesOff(path)) return { decision: 'pass', reason: '' };
  return { decision: 'deny', reason: `Toolgate: ${path} would switch hooks off` };
}

function switchesOff(path: string): boolean {
  try {
    const { disableAllHooks } = JSON.parse(readFileSync(path, 'utf8')) as { disableAllHooks?: unknown };
    return disableAllHooks === true;
  } catch {
    // Removed or broken: it says nothing then.
    return false;
  }
}
