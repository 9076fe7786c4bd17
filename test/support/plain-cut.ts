import type { CutText } from '../../src/core/text/cut-text.ts';

/** Cuts without a look at secrets, for tests of where a piece begins and ends. */
export const plainCut: CutText = (text, pieces) => pieces.map(({ start, end }) => text.slice(start, end));
