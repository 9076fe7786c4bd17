const DEFINITION =
  /^\s*(?:export |public |private |protected |static |async |pub |abstract |final )*(?:def|class|function|fn|func|interface|struct|enum|impl|trait|module|namespace|package|import|from|#include|using|const|let|var|return|if|for|while|switch|try)\b.*[:;{(=]/;
const CODE_END = /[;{}]\s*$|^\s*[)\]}]+[;,]?\s*$|^\s*(?:\/\/|#include|@\w+|\*\/)|=>|^\s+(?:return|self\.)/;

/** More than a third of its lines read like code. */
export function looksLikeCode(text: string): boolean {
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length < 2) return false;
  const code = lines.filter((line) => DEFINITION.test(line) || CODE_END.test(line) || isCall(line)).length;
  return code / lines.length > 0.34;
}

/** `name(...)` up to the end. */
function isCall(line: string): boolean {
  const at = line.search(/\w\(/);
  return at !== -1 && /\)\s*(?:[:;{]\s*)?$/.test(line.slice(at + 2));
}
