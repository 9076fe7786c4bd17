/** What stands between two marks. */
interface Marks {
  readonly open: string;
  readonly close: string;
}

/**
 * Replaces all that stands between two marks, with the marks; one that is never closed stays. A pattern would look for
 * the end again from each mark that has none.
 */
export function replacePairs(
  text: string,
  { open, close }: Marks,
  replace: (whole: string) => string,
): string {
  const parts: string[] = [];
  let at = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, at)) {
    const end = text.indexOf(close, start + open.length);
    if (end === -1) break;
    parts.push(text.slice(at, start), replace(text.slice(start, end + close.length)));
    at = end + close.length;
  }
  return [...parts, text.slice(at)].join('');
}
