import { visible } from '../../src/core/text/visible.ts';

/** Who somebody is, in as few letters as tell them apart: a browser has a long name that nobody reads. */
export const shownPrincipal = (principal: string): string =>
  visible(principal.replace(/^page:([0-9a-f]{8})[0-9a-f-]*$/, 'page $1'));
