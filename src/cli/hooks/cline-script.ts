import { join } from 'node:path';
import { quoted } from './hook-command.ts';
import type { HookFile, HookPlace } from './hook-file.ts';

const MARK = 'Written by toolgate hooks install cline';
const REFUSAL = '{"cancel":true,"errorMessage":"Toolgate gave no answer, so this call is refused"}';
const PASS = '{"cancel":false}';

/**
 * A hook of Cline is a program of that name, and there is one place for it; it understands JSON only, so the fallback
 * is JSON too. The user's own hook goes on running from where it is kept.
 */
export function clineScript(event: string, { home, command }: HookPlace): HookFile {
  const [program = ''] = command('cline').split(' || ');
  const otherwise = event === 'PreToolUse' ? REFUSAL : PASS;
  return {
    path: join(home, 'Documents/Cline/Hooks', event),
    installed: (current, backup) => {
      const isOurs = current?.includes(MARK);
      const theirs = isOurs ? originalIn(current ?? '') : backup;
      return [
        '#!/bin/sh',
        `# ${MARK}.`,
        ...(theirs === undefined ? [alone(program, otherwise)] : beside(program, otherwise, theirs)),
        '',
      ].join('\n');
    },
    removed: (current) => (current.includes(MARK) ? undefined : current),
    original: originalIn,
    isScript: true,
  };
}

const alone = (program: string, otherwise: string): string => `${program} || printf '%s' '${otherwise}'`;

const THEIRS = 'theirs=';

/** Of a refused call the user's hook is told as well; it cannot hold the refusal up. */
const beside = (program: string, otherwise: string, theirs: string): string[] => [
  '# Your own hook goes on running from here; toolgate hooks remove cline puts it back.',
  `${THEIRS}${quoted(theirs)}`,
  'event=$(cat)',
  `answer=$(printf '%s' "$event" | ${program}) || answer='${otherwise}'`,
  'if [ ! -x "$theirs" ]; then printf \'%s\' "$answer"; exit; fi',
  `if [ "$answer" != '${PASS}' ]; then`,
  '  printf \'%s\' "$event" | "$theirs" >/dev/null 2>&1 &',
  '  printf \'%s\' "$answer"',
  '  exit',
  'fi',
  'printf \'%s\' "$event" | "$theirs"',
];

function originalIn(script: string): string | undefined {
  const line = script.split('\n').find((one) => one.startsWith(THEIRS));
  return line?.slice(THEIRS.length + 1, -1).replaceAll(`'\\''`, "'");
}
