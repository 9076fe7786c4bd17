import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { NativeCall } from '../../core/call/native-call.ts';
import { userId } from '../../core/process/user-id.ts';

/**
 * Where a client puts what a session's own commands printed while they ran in the background, or what was too long to show.
 * The agent reads it back from there, and was to see it anyway.
 */
export function ownOutputs(
  { client, session }: Pick<NativeCall, 'client' | 'session'>,
  startedIn: string,
): readonly string[] {
  if (client !== 'claude-code' || !/^[\w-]+$/.test(session)) return [];
  // As Claude Code names the directory of a project.
  const project = startedIn.replace(/[^A-Za-z0-9]/g, '-');
  const scratch = `/tmp/claude-${userId()}`;
  return [
    ...(isOurs(scratch) ? [join(scratch, project)] : []),
    join(homedir(), '.claude/projects', project, session, 'tool-results'),
  ];
}

/** Anybody could have made it before. */
function isOurs(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return (
    stats?.isDirectory() === true && String(stats.uid) === String(userId()) && (stats.mode & 0o022) === 0
  );
}
