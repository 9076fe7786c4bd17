/** A commit as lists show it. */
export interface Commit {
  readonly hash: string;
  readonly author: string;
  readonly email: string;
  /** When it was written, ISO. */
  readonly date: string;
  readonly subject: string;
  readonly body?: string;
}

/** No message can hold a NUL, so fields and commits are told apart for sure. */
export const COMMIT_FORMAT = '--format=%H%x00%an%x00%ae%x00%aI%x00%s%x00%b';
const FIELDS = 6;

/** What git shows a person where a date is before 1970, or none at all; asked for the ISO form, it leaves the question standing. */
const BEGINNING = '1970-01-01T00:00:00+00:00';

/** Reads a list of commits printed with COMMIT_FORMAT and -z. */
export function parseCommits(output: string): Commit[] {
  const fields = output.split('\0');
  return Array.from({ length: Math.floor(fields.length / FIELDS) }, (_, i) =>
    toCommit(fields.slice(i * FIELDS, (i + 1) * FIELDS)),
  );
}

/** Reads one commit and answers where the rest of the output begins. */
export function parseLeadingCommit(output: string): { commit: Commit; rest: string } {
  let at = 0;
  const fields = Array.from({ length: FIELDS }, () => {
    const end = output.indexOf('\0', at);
    const field = output.slice(at, end === -1 ? undefined : end);
    at = end === -1 ? output.length : end + 1;
    return field;
  });
  return { commit: toCommit(fields), rest: output.slice(at).replace(/^\n/, '') };
}

function toCommit([
  hash = '',
  author = '',
  email = '',
  date = '',
  subject = '',
  body = '',
]: string[]): Commit {
  const text = body.trimEnd();
  const written = /^\d/.test(date) ? date : BEGINNING;
  return { hash, author, email, date: written, subject, ...(text !== '' && { body: text }) };
}
