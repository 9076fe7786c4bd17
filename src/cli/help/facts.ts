import { parseArgs } from 'node:util';
import facts from '../commands.gen.json' with { type: 'json' };
import type { CliFacts } from './describe.ts';

/** The commands, known without loading any; `npm run generate` writes them. */
// Sound: `npm run check` compares the generated file with the commands it came from.
export const { commands: COMMAND_FACTS, shared: SHARED_FACTS } = facts as CliFacts;

interface Named {
  readonly name: string | undefined;
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
}

/** The command on a command line; flags may stand before it. */
export function commandNameIn(argv: readonly string[]): Named {
  const flags = [...SHARED_FACTS, ...COMMAND_FACTS.flatMap(({ acts }) => acts.flatMap((act) => act.flags))];
  const options = Object.fromEntries(
    flags.map(({ name, short, value }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(short !== undefined && { short }),
      },
    ]),
  );
  const { values, positionals } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
  });
  return { name: positionals[0], wantsHelp: values.help === true, wantsVersion: values.version === true };
}
