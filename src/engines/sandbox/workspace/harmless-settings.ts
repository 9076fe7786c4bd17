import { basename } from 'node:path';

/** Files of settings, one in a line; of others nobody can tell what in them is secret. */
const SETTINGS = /^(\.env([._-].*)?|.*\.env|\.dev\.vars|\.npmrc|\.yarnrc)$/i;
const SETTING = /^(?:export\s+)?([\w@/.:-]+)\s*=\s*((?:\S.*)?)$/;
const COMMENT = /^[#;]+\s*((?:[^#;\s].*)?)$/;

/**
 * Whether a file that has the name of one with secrets evidently holds none. A list of what is harmless: a password can look
 * like anything.
 */
export function areHarmless(path: string, text: string): boolean {
  if (text.trim() === '') return true;
  return SETTINGS.test(basename(path)) && text.split(/\r?\n/).every((line) => isHarmlessLine(line.trim()));
}

function isHarmlessLine(line: string): boolean {
  const comment = COMMENT.exec(line)?.[1];
  if (comment !== undefined) return isRemark(comment) || isSetting(comment);
  return line === '' || isSetting(line);
}

const SECRET_WORD =
  /pass|pw\b|pwd|secret|token|key|auth|cred|pin(?![a-z])|otp|code|salt|seed|sign|private|dsn|login|cookie|session|hash|phrase/i;

// Longer than any ruler of dashes; dashes may belong to each of its parts, which takes the square of their number.
const LONGEST_WORD = 200;

/** A sentence of plain words; what is longer or stranger may be anything. */
const isRemark = (text: string): boolean =>
  !SECRET_WORD.test(text) &&
  text
    .split(/\s+/)
    .every((word) => word.length <= LONGEST_WORD && /^[([-]*[A-Za-z'-]{0,16}[)\].,!?-]*$/.test(word));

function isSetting(line: string): boolean {
  const [, name, given = ''] = SETTING.exec(line) ?? [];
  if (name === undefined) return false;
  const value = /^(["'])(.*)\1$/.exec(given)?.[2] ?? given;
  if (value === '' || FOR_ALL_NAMES.test(value)) return true;
  if (SECRET_WORD.test(name)) return false;
  return (
    FOR_OTHER_NAMES.test(value) ||
    (NUMBERED.test(name) && /^\d{1,6}$/.test(value)) ||
    (/^(@[\w-]+:)?registry$/.test(name) && REGISTRY.test(value))
  );
}

/** Yes and no, this machine, and what is taken from a variable. */
const FOR_ALL_NAMES =
  /^(true|false|yes|no|on|off|null|none|undefined|[01]|\^|~|localhost|127\.0\.0\.1|0\.0\.0\.0|::1|\$\{[A-Z_][A-Z0-9_]*\})$/i;

/** Words that many projects share, pages of this machine without a user, and files of the project. */
const FOR_OTHER_NAMES = new RegExp(
  `^(${[
    'development|production|test|testing|staging|local|dev|prod|ci|preview',
    'silent|fatal|error|warn|warning|notice|info|http|verbose|debug|trace|json|pretty|text|plain|combined|short',
    'utf-?8|en|de|fr|es|en[-_]US|en[-_]GB|C|UTC|GMT|[A-Z][a-z]+\\/[A-Z][a-z]+(_[A-Z][a-z]+)?',
    'sqlite|postgres|postgresql|mysql|redis|memory|file|console|log|smtp|array|sync|public|restricted',
    'hoisted|isolated|pnp|node-modules|highest|lowest-direct|auto|always|never|default',
    '[a-z]+:\\/\\/(localhost|127\\.0\\.0\\.1|0\\.0\\.0\\.0|\\[::1\\])(:\\d{1,5})?(\\/[a-z]{0,12}){0,4}',
    '(file:)?\\.{1,2}(\\/[a-z]{1,12}){1,5}(\\.(db|sqlite|json|log|txt))?',
  ].join('|')})$`,
);

const NUMBERED =
  /(^|[_-])(port|ports|timeout|ms|seconds|minutes|size|limit|max|min|count|workers|threads|jobs|concurrency|ttl|depth|level|retries|retry|interval|delay|maxsockets|version)([_-]|$)/i;
/** Without a user in it. */
const REGISTRY = /^https:\/\/[a-z0-9-]{1,20}(\.[a-z0-9-]{1,20}){1,3}\/([a-z]{1,12}\/){0,3}$/;
