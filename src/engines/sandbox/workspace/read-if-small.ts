import { readIfSmall as read } from '../../files/open/regular-file.ts';

/** As all of the host's own looks at foreign files. */
export const readIfSmall = read;
