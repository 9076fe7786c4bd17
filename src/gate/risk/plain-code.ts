// Words a sum, a conversion or a look at a version needs, in the languages people use for one-liners. None of them
// reaches a file, a program or the network, also not by way of another.
const WORDS = new Set(
  `print printf puts p pp echo say console log error table if else elif for in of let const var my return and or not is
   true false null undefined None True False nil NaN Infinity len str int float bool list dict set tuple range sum min
   max abs round sorted reversed enumerate zip map filter divmod pow ord chr hex oct bin repr type isinstance any all
   join split strip upper lower replace startswith endswith title count index keys values items length slice
   repeat trim padStart padEnd toFixed toString toUpperCase toLowerCase includes indexOf concat reverse sort push
   flat flatMap fill every some reduce find at Array Object String Number Boolean Math JSON Date BigInt Set Map
   stringify parse from isArray entries now toISOString getTime floor ceil sqrt random PI E log10 log2 sin cos tan
   parseInt parseFloat isNaN math json datetime statistics mean median utcnow today isoformat strftime dumps loads
   indent i j k n x y a b c t lambda new each times upto`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const LONGEST = 400;
const STRING = /"(?:[^"\\\n$`#{}]|\\[nrt"\\'0])*"|'(?:[^'\\\n]|\\[nrt"\\'0])*'/g;
const NUMBER = /\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?n?\b|\b0[xob][\da-f_]+\b/gi;
const WORD = /[A-Za-z_$][\w$]*/g;
const MARKS = /^[\s()[\]{}.,;:?+\-*/%=<>!&|^~@]*$/;
// What is known to be harmless only as a whole.
const FACTS =
  /^\s*import (?:sys|math|json|datetime|statistics)(?:, ?(?:sys|math|json|datetime|statistics))*\s*;|\bprocess\.(?:version|versions(?:\.\w+)?|platform|arch)\b|\bsys\.(?:version(?:_info)?|platform|executable|maxsize)\b/g;
// A member by a name that is put together, and Ruby's ways to write a command: a word alone does not show them.
const BY_NAME = /[\w$)\]@]\s*\[\s*[^\s\d\]:-]|%[A-Za-z({[<|]/;

/** Whether a program text can do nothing but reckon and print: every word of it is known, and nothing else is in it. */
export function isPlainCode(text: string): boolean {
  if (text.length > LONGEST) return false;
  const rest = text.replace(FACTS, ' 0 ').replace(STRING, '@').replace(NUMBER, '0');
  return (
    !BY_NAME.test(rest) &&
    (rest.match(WORD) ?? []).every((word) => WORDS.has(word)) &&
    MARKS.test(rest.replace(WORD, ' ').replaceAll('0', ' '))
  );
}
