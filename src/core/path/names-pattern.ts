/** One expression for names and ends of paths, written as globs of `*`, `?`, braces, and a last `/**` for a directory with all in it. */
export function namesPattern(globs: readonly string[], { flags = 's', before = '^' } = {}): RegExp {
  const parts: Readonly<Record<string, string>> = {
    '*': '[^/]*',
    '?': '[^/]',
    '{': '(?:',
    ',': '|',
    '}': ')',
  };
  const alternatives = globs.map((glob) =>
    glob
      .replace(/\/\*\*$/, '')
      .replace(/[^\w-]/g, (character) => parts[character] ?? `\\${character}`)
      .concat(glob.endsWith('/**') ? '(?:/.*)?' : ''),
  );
  return new RegExp(`${before}(?:${alternatives.join('|')})$`, flags);
}
