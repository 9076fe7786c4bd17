/** All of a long matrix is tried in the soak (`npm run test:soak`), and a part of it each time. */
const IS_SOAK = process.env.TOOLGATE_SOAK === '1';

/** Every so-manieth case; with a number that divides no side of a table, each row and each column has some. */
export const someOf = <T>(cases: readonly T[], oneIn: number): readonly T[] =>
  IS_SOAK ? cases : cases.filter((_, i) => i % oneIn === 0);
