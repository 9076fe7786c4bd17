/**
 * Programs that print their version and end before they look at anything in the directory they are in. Most others read
 * settings first, and some run code that these name: `mvn --version`, `yarn --version`, `cargo version`.
 */
const VERSIONS: readonly (readonly [program: RegExp, option: RegExp])[] = [
  [/^(node|npm)$/, /^(--version|-v)$/],
  // With `-v` it tells what it imports, and goes on.
  [/^python[\d.]*$/, /^(--version|-V)$/],
  [/^git$/, /^(--version|version)$/],
  [/^(bash|g?make|[efz]?grep|rg|sed|g?awk|find|curl|tar|gcc|g\+\+|cc)$/, /^--version$/],
];

/** `node --version`: it prints that, and reads nothing of the project. */
export const tellsVersion = ([program = '', ...words]: readonly string[]): boolean => {
  const name = program.replace(/^\/(usr\/)?bin\//, '');
  const [only = ''] = words;
  return (
    words.length === 1 && VERSIONS.some(([programs, options]) => programs.test(name) && options.test(only))
  );
};
