import { onlyLooks } from '../../../core/shell/looking-options.ts';
import type { Value } from '../parse/words.ts';

/**
 * Programs that only read the files they are told to and print: none of them runs another program, loads code or a
 * configuration, connects to anything or goes through a directory and prints what lies in the files there. Options
 * with other effects raise the risk of a command, which makes it impure as well.
 */
const PURE = new Set(
  (
    'cat head tail wc ls dir vdir pwd echo printf true false : test [ cd stat basename dirname realpath ' +
    'readlink date uname whoami id groups logname arch nproc uptime du df sort uniq cut tr nl tac rev fold fmt expand ' +
    'unexpand paste join comm cmp md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum seq sleep expr ' +
    'factor numfmt od hexdump base32 base64 tsort tree find grep egrep fgrep command type which exit'
  ).split(' '),
);

/** They print or compare their words, and reach nothing by them. */
const TAKES_TEXT = /^(echo|printf|true|false|:|test|\[|exit|sleep|seq)$/;

const RECURSIVE = /^(-[A-Za-z]*[rRd]|--(recursive|dereference-recursive|directories).*)/;

/** Whether all that one command does is to read what it names; its words must be known, and none a wildcard. */
export const isPureCommand = (name: string, args: readonly Value[]): boolean =>
  PURE.has(name) &&
  onlyLooks(
    name,
    args.map(({ text }) => text),
  ) &&
  args.every(
    ({ isKnown, isGlob, alternatives, origin }) =>
      (isKnown && !isGlob && !alternatives) || (TAKES_TEXT.test(name) && !isKnown && origin === 'fact'),
  ) &&
  !(/grep$/.test(name) && args.some(({ text }) => RECURSIVE.test(text)));
