import type { NativeAnswer } from '../../core/call/native-call.ts';
import { readRegularFile } from '../../engines/files/open/regular-file.ts';

/** A settings file of a client changed while it runs: what would switch its hooks off does not take effect. */
export function judgeSettings(path: string | undefined): NativeAnswer {
  if (path === undefined || !maySwitchOff(path)) return { decision: 'pass', reason: '' };
  return { decision: 'deny', reason: `Toolgate: ${path} would switch hooks off` };
}

const LARGEST = 1_048_576;

function maySwitchOff(path: string): boolean {
  try {
    const text = readRegularFile(path, LARGEST);
    // A project can put anything there; what nobody can look into may say so.
    if (text === undefined) return true;
    const { disableAllHooks } = JSON.parse(text) as { disableAllHooks?: unknown };
    return disableAllHooks === true;
  } catch {
    // Removed or broken: it says nothing then.
    return false;
  }
}
