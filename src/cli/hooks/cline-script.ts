import { join } from 'node:path';
import type { HookFile, HookPlace } from './hook-file.ts';

/** A hook of Cline is a program of that name; it understands JSON only, so the fallback is JSON too. */
export function clineScript(event: string, { home, command }: HookPlace): HookFile {
  const [program = ''] = command('cline').split(' || ');
  const refusal = '{"cancel":true,"errorMessage":"Toolgate gave no answer, so this call is refused"}';
  const otherwise = event === 'PreToolUse' ? `printf '%s' '${refusal}'` : 'true';
  return {
    path: join(home, 'Documents/Cline/Hooks', event),
    installed: () => `#!/bin/sh\n# Written by toolgate hooks install cline.\n${program} || ${otherwise}\n`,
    removed: (current) => (current.includes('toolgate hooks install') ? undefined : current),
    isExecutable: true,
  };
}
