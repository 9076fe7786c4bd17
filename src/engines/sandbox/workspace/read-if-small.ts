import { readRegularFile } from '../../files/open/regular-file.ts';

const LARGEST = 1_048_576;

/** A small regular file; undefined for anything else, also where there is nothing. */
export function readIfSmall(
  path: string,
  { followsLink = false, mostBytes = LARGEST } = {},
): string | undefined {
  try {
    return readRegularFile(path, mostBytes, { followsLink });
  } catch {
    return undefined;
  }
}
