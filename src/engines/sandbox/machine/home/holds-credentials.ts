// Every part has a longest length: a file in a cache is somebody else's, and must not keep the host busy.

/** `https://name:password@host`, `https://token@host`; a login name of ssh is none. */
const IN_ADDRESS =
  /\b(?!ssh:)[a-z][a-z\d+.-]{1,20}:\/\/[^/\s"'@]{1,400}@|\bssh:\/\/[^/\s"'@:]{1,100}:[^/\s"'@]{1,400}@|\/t\/[\w-]{8,400}\//i;
const KEY_BLOCK = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/;
/** A key that says what it holds, and a value that is neither a name of a variable nor a switch. */
const NAMED =
  /(?:_auth|token|passw(?:or)?d|passphrase|secret|api_?key|credentials?|private_?key|access_?key)["']?\s{0,9}[=:>]\s{0,9}["']?(?!true\b|false\b|null\b|none\b|yes\b|no\b)[^\s"'$%<>{}()[\],;#]{6}/i;

/** Whether a file of settings, or notes of a program, holds something that looks like a credential. */
export const holdsCredentials = (text: string): boolean =>
  IN_ADDRESS.test(text) || holdsKey(text) || NAMED.test(text);

/** Whether there is a private key among certificates. */
export const holdsKey = (text: string): boolean => KEY_BLOCK.test(text);
