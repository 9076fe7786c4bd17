import { quote } from './quote.ts';

interface Told {
  readonly command: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Variables of `env` that programs do not get: only the words of the command do. */
  readonly inShell?: readonly string[] | undefined;
}

/** The command with its variables set in front of it, for any shell. */
export const withVariables = ({ command, env = {}, inShell = [] }: Told): string =>
  Object.entries(env)
    // One that the machine has exported itself would stay so.
    .map(
      ([name, value]) => `${inShell.includes(name) ? `unset ${name}; ` : 'export '}${name}=${quote(value)}\n`,
    )
    .join('') + command;
