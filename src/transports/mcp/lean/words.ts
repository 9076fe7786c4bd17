const STOP = new Set(
  'a an the this that these those it its is are was were be am do does did have has had of to in on at for from with and or as by i me my our we us you your what which who how there here just please can could would yet give tell let some any into not'.split(
    ' ',
  ),
);

/** The words of a text that say something, each in its simplest form. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1 && !STOP.has(word))
    .map(stem);

/** `tests` and `testing` are `test`, `copies` and `copied` are `copy`. */
function stem(word: string): string {
  if (word.length < 4 || word.endsWith('ss') || word.endsWith('us')) return word;
  const base = word
    .replace(/(ies|ied)$/, 'y')
    .replace(/(ches|shes|sses|xes)$/, (end) => end.slice(0, -2))
    .replace(/s$/, '');
  if (base.length < 5) return base.replace(/e$/, '');
  return base
    .replace(/(ing|ed)$/, '')
    .replace(/([bdgmnprt])\1$/, '$1')
    .replace(/e$/, '');
}
