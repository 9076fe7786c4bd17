/** The number of an entry of the record as somebody wrote it; undefined where no entry can have it. */
export function entryNumber(text: string): number | undefined {
  const seq = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(seq) ? seq : undefined;
}
