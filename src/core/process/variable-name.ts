import * as z from 'zod';

/**
 * Bash sets these itself and goes by what they hold: with another PWD, `cd ..` leads elsewhere than the directory it is in.
 * Handed over from outside they would change what a judged line means.
 */
const KEPT_BY_SHELL =
  /^(_|PWD|OLDPWD|SHLVL|IFS|BASH(_\w+|OPTS|PID)?|SHELLOPTS|OPT(ARG|ERR|IND)|U?ID|E[UG]ID|P?PID|GROUPS|S?RANDOM|SECONDS|LINENO|EPOCH(SECONDS|REALTIME)|PIPESTATUS|FUNC(NAME|NEST)|DIRSTACK|COMP(_\w+|REPLY)|COPROC|HISTCMD|MAPFILE|READLINE_\w+|REPLY|(HOST|MACH|OS)TYPE)$/;

/** A variable that a caller may hand over to a command. */
export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name')
  .refine((name) => !KEPT_BY_SHELL.test(name), {
    error: 'the shell sets this variable itself, and a command cannot be given another',
  });

/** Variables that only say how dates, numbers and letters are shown. */
export const isPureVariable = (name: string): boolean =>
  /^(LC_[A-Z]+|LANG|TZ|COLUMNS|LINES|NO_COLOR)$/.test(name);

/** Those of an environment that may change what a program does: nobody can list which program looks at which of them. */
export const impureVariables = (env: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(env).filter((name) => !isPureVariable(name));
