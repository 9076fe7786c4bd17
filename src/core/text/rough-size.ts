/** For each value, beside the characters of its text. */
const OF_A_VALUE = 16;

/** About how many characters a message takes, without writing it out: answers can be megabytes. */
export function roughSize(message: unknown): number {
  let size = 0;
  const left: unknown[] = [message];
  while (left.length > 0) {
    const value = left.pop();
    size += OF_A_VALUE;
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) for (const one of value) left.push(one);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) {
        size += name.length;
        left.push(one);
      }
  }
  return size;
}
