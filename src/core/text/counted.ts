/** How many of something, as people say it: 1 file, 2 files. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
