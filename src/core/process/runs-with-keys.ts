import type { Access } from './sandbox.ts';

interface Runs {
  readonly access: readonly Access[];
  readonly requested?: readonly Access[] | undefined;
  /** Files and scripts of the project that it executes. */
  readonly executed: number;
  /** Its commands, word by word. */
  readonly commands: readonly (readonly string[])[];
}

/**
 * Whether code of the project, or of what it installs, would find keys and a way to take them away. Which code that is can
 * change at any time without a change of what was shown, so an answer to it is for once.
 */
export function runsWithKeys({ access, requested = [], executed, commands }: Runs): boolean {
  if (!access.includes('secrets')) return false;
  // A build that names the `.env` of its project needs no more than that.
  if (!access.includes('network') && !requested.includes('secrets')) return false;
  if (executed > 0) return true;
  const canTakeAway = access.includes('network') || access.includes('write');
  return canTakeAway && !(commands.length > 0 && commands.every(needsKeys));
}

/** They need keys for what they do themselves, and run nothing else with them. */
const NEEDS_KEYS =
  /^(git|gh|glab|ssh|scp|sftp|rsync|curl|aws|gcloud|az|kubectl|helm|docker|podman|psql|mysql)$/;

const needsKeys = ([program = '']: readonly string[]): boolean =>
  NEEDS_KEYS.test(program.replace(/^.*\//, ''));
