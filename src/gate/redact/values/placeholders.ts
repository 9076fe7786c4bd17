/** Words that documentation puts where a secret belongs. */
const STAND_INS = new Set(
  `a abc abcd acct abcdef abcdefg abcdefgh access account acme actual admin alice an any anything api app apikey apitoken
  auth aws azure bar baz bearer bob bot change changeit changeme changethis client correct credential credentials
  custom d db dbpass dbpassword default demo dev dummy enter env example fake fill fixme foo foobar for from generated
  github gitlab goes google guest header hello host domain site here hidden id in insert is it jwt key letmein local localhost
  login long master me mock must my mypass mypassword mysecret mysql mytoken name new none nopass notasecret null of
  old openai or paste pass passphrase passwd password passw placeholder postgres prod put pw pwd qux qwerty random
  redacted redis replace replaceme replacethis root safe sample secret secretkey secretpassword service set shared sk pk tok v x
  slack some something staging strong stub super supersecret temp temporary test tester testing testpass testpassword
  testtoken the this tmp to todo token topsecret unknown unset use user username value var very with word works xxx
  xyz your yours yourkey yourpassword yoursecret yourtoken zzz`.split(/\s+/),
);

/** Something stands here that a program or a person will put a value into. */
const TEMPLATE =
  /^[<[{(].*[>\]})]|^&(?:lt|#60|#x3c);|[<[{(][^<>[\]{}()]{1,60}[>\]})]$|\$\{|\$\(|\{\{|#\{|<%|%\(\w+\)[sdr]|(?:^|[\s:/@=])%[sdv]\b|^%[A-Za-z_]\w*%$|^@\w+@$|^\$[A-Za-z_]\w*$|^\$\d$|^:[a-z_]+$|^%[\w-]+%$|^__\w+__$/i;
const HIDDEN =
  /\*{3}|x{4}|X{4}|•{2}|\.{3}|…|^[xX*•.\-_#?0]+$|_{4}|#{4}|\?{3}|redacted|masked|omitted|snip|EXAMPLE(?:KEY)?$/i;
const SEQUENCE =
  /^(?:\d?(?:123456789|12345678|1234567|123456|12345|1234|123)\d?|abc123|a1b2c3(?:d4)?(?:e5)?(?:f6)?|1a2b3c(?:4d)?(?:5e)?(?:6f)?)$/i;
const RUN_OF_ONE = /^(.)\1*$/;
const STARTS_SAMPLE =
  /^(?:your|my|some|the|insert|enter|replace|change|example|sample|dummy|fake|placeholder|todo|test)[-_ A-Z]/;

/** Signs, years, and more digits between letters than a word has. */
const UNLIKE_WORDS = /[!@#$%^&*]|\d{5}|(?<![-_.\d])\d{4}(?<!1234)|\d[A-Za-z]+\d[A-Za-z]+\d/;

/** Whether this is what documentation writes where a secret belongs, and not a secret. */
export function isPlaceholder(value: string): boolean {
  if (TEMPLATE.test(value) || HIDDEN.test(value) || RUN_OF_ONE.test(value) || SEQUENCE.test(value))
    return true;
  if (STARTS_SAMPLE.test(value) && value.length < 40 && !/\d.*[A-Za-z].*\d.*[A-Za-z]/.test(value))
    return true;
  if (UNLIKE_WORDS.test(value)) return false;
  const words = value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  return words.length > 0 && words.every(isStandIn);
}

const LONG_STAND_INS = new RegExp([...STAND_INS].filter((word) => word.length >= 4).join('|'), 'g');

/** `mypassword`, `newsecrettoken`: stand-ins in one word. */
const isStandIn = (word: string): boolean =>
  STAND_INS.has(word) ||
  (word.length < 40 && word.replace(LONG_STAND_INS, '').length <= Math.min(3, word.length - 4));
