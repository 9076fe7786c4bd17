/**
 * The text without these characters at its end. A pattern such as `/\/+$/` tries again from each of them, which takes
 * the square of the time where many stand before something else, and texts are hostile.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
