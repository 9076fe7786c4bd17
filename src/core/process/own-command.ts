/** How this program is run here. */
interface OwnCommand {
  /** Its name where it is installed, else where it lies. */
  readonly program: string;
  /** Where its data is, unless it is where a person finds it without a flag. */
  readonly dataDir?: string | undefined;
}

let own: OwnCommand = { program: 'toolgate' };
let replace = (text: string): string => text;

/**
 * Says how a person runs this program here: `toolgate NAME` in messages becomes a command that exists and finds the
 * same data. Told once, at the start of the process.
 */
export function setOwnCommand(command: OwnCommand, names: readonly string[]): void {
  own = command;
  const { program, dataDir } = command;
  const withData = dataDir === undefined ? program : `${program} --data-dir ${quoted(dataDir)}`;
  const mention = new RegExp(`(?<![\\w./-])toolgate (?=(${names.join('|')})\\b|--[a-z])`, 'g');
  replace = (text) =>
    text.replace(mention, (_, name) => `${name === undefined || NEEDS_NONE.has(name) ? program : withData} `);
}

/** Commands that are the same for all data. */
const NEEDS_NONE = new Set(['help', 'completion']);

const quoted = (path: string): string =>
  /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

/** The text with every mention of the program as it can be typed. */
export const withOwnCommand = (text: string): string => replace(text);

/** The same as an argument vector, for files that name it. */
export const ownArgv = (command: string): { command: string; args: string[] } => ({
  command: own.program,
  args: [command, ...(own.dataDir === undefined ? [] : ['--data-dir', own.dataDir])],
});
