import { existsSync, statSync } from 'node:fs';
import { answersIn, saysLost, tellsOfPeople } from '../store/look-at.ts';

/** What a row of the record calls it. */
export const STATE_LOST = 'admin/state/lost';

/** For a person, wherever it is told. */
export const lostInWords = (path: string): string =>
  `${path} was empty or missing beside a record that is older: its rules, tokens, answers and paused agents are gone. Restore a backup of it, or set them again`;

/** Whether the file with what people decided is gone, while the record tells that there was something. Asked before either is opened. */
export function isStateLost(statePath: string, auditPath: string): boolean {
  if ((existsSync(statePath) && statSync(statePath).size > 0) || !existsSync(auditPath)) return false;
  try {
    return tellsOfPeople(auditPath);
  } catch {
    // Who opens the record says what is wrong with it.
    return false;
  }
}

/** The same for one that a host has begun anew since then, until people have decided something again. */
export const wasStateLost = (statePath: string, auditPath: string): boolean =>
  isStateLost(statePath, auditPath) ||
  (existsSync(statePath) &&
    existsSync(auditPath) &&
    answersIn(statePath) === 0 &&
    saysLost(auditPath, STATE_LOST));
