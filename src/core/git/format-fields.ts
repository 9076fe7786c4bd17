/** Names, hashes, people, dates, messages, and how they are set out: no content of files, and nothing that checks a signature. */
const FIELD =
  /^%(?:%|n|x[0-9a-fA-F]{2}|[-+ ]?(?:[HTPhtpsfbBdDeSmN]|[ac][nNeElLdDrtiIsh]|g[dDnNeEs])|C(?:red|green|blue|reset|\([\w ,#]*\))|[<>]{1,2}\|?\([\w, -]*\)|w\([\d, ]*\)|\((?:color:[\w #]*|HEAD|end|then|else|if(?::(?:not)?equals=[\w./-]*)?|align:[\w,=]*|\*?(?:refname|object(?:name|type|size|mode)|subject|body|tree|parent|numparent|(?:author|committer|tagger|creator)(?:name|email|date)?|upstream|push|symref|worktreepath|path|stage|eolinfo|eolattr|version|ahead-behind|describe)(?::[\w=,:./-]*)?)\))/;

/** Whether a word of a git command, if git takes it for a format, shows nothing but facts. */
export function showsFacts(word: string): boolean {
  // A date is set out by other letters.
  if (/^(--date=)?(format|format-local):|^--date=/.test(word)) return true;
  for (let at = word.indexOf('%'); at !== -1; at = word.indexOf('%', at)) {
    const field = FIELD.exec(word.slice(at))?.[0];
    if (field === undefined) return false;
    at += field.length;
  }
  return true;
}
