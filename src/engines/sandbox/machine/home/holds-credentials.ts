/** `https://name:password@host`, `https://token@host`; a login name of ssh is none. */
const IN_ADDRESS =
  /\b(?!ssh:)[a-z][a-z\d+.-]*:\/\/[^/\s"'@]+@|\bssh:\/\/[^/\s"'@:]+:[^/\s"'@]+@|\/t\/[\w-]{8,}\//i;
const KEY_BLOCK = /-----BEGIN [A-Z ]*PRIVATE KEY/;
/** A key that says what it holds, and a value that is neither a name of a variable nor a switch. */
const NAMED =
  /(?:_auth|token|passw(?:or)?d|passphrase|secret|api_?key|credentials?|private_?key|access_?key)["']?\s*(?:[=:]|>)\s*["']?(?!true\b|false\b|null\b|none\b|yes\b|no\b)[^\s"'$%<>{}()[\],;#]{6,}/i;

/** Whether a file of settings, or notes of a program, holds something that looks like a credential. */
export const holdsCredentials = (text: string): boolean =>
  IN_ADDRESS.test(text) || KEY_BLOCK.test(text) || NAMED.test(text);
