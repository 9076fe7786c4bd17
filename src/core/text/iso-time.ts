let second = Number.NaN;
let secondAsText = '';

/** `toISOString` for what happens many times in a second: the text of a second is made once. */
export function isoTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds !== second) {
    second = seconds;
    secondAsText = new Date(seconds * 1000).toISOString().slice(0, -4);
  }
  return `${secondAsText}${String(Math.floor(ms) - seconds * 1000).padStart(3, '0')}Z`;
}
