import { oneOf } from '../../../core/text/one-of.ts';
import { classifyForeign } from './foreign-names.ts';

/**
 * What a name says about the value beside it. A person chose a `password`, so it may be short and readable; a
 * `secret` (key, token) was made by a machine; a `doubtful` name counts only beside a value that cannot be anything
 * else, a `setting` (`ACME_KEY`) beside one that a machine made, a `vague` one (`key`) beside one that has the very
 * form of an API key; `authorization` and `cookie` are headers with a form of their own.
 */
export type NameKind =
  | 'password'
  | 'secret'
  | 'signature'
  | 'doubtful'
  | 'setting'
  | 'vague'
  | 'authorization'
  | 'cookie'
  | 'none';

const PASSWORD =
  /^(?:.*(?:password|passwd|passphrase|passcode|passwort|passord|passe|masterauth)|(?:[a-z]{1,8})?pwd|(?:bind|root|db|admin|user|ssh|ldap)?pw|authtok|psk|(?:(?!ask|by|com|encom|sur|tres|over|under|multi|one|two|first|second|last|render|full|all)[a-z]{0,10})?pass)$/;
const SECRET =
  /^(?:.*secrets?|.*(?:auth|access|api|refresh|bearer|id|csrf|xsrf|bot|user|session|deploy|personal)token|token|apikey|accesskey|secretkey|privatekey|accountkey|authkey|sharedaccesskey|sharedkey|signingkey|encryptionkey|masterkey|credentials?|creds?|jwt|pat|bearer|authtoken|apitoken)$/;
/** A key is a secret if one of these stands before it. */
const KEY_QUALIFIERS = new Set(
  `access account admin api app application auth bot client consumer deploy deployment developer
  encryption enc crypt cipher hmac instrumentation integration jwt license licence live master private prod production
  secret security sending server service session shared signing stripe subscription test token webhook write
  read root unseal recovery rest merchant personal user github gitlab aws azure gcp openai anthropic sendgrid mailgun
  datadog dd heroku cloudflare cf algolia sentry twilio newrelic nr pagerduty fastly linear notion npm pypi`.split(
    /\s+/,
  ),
);
/** A key with one of these before it is never one to hide. */
const PLAIN_KEYS = new Set(
  `public primary foreign cache partition sort sorting hash hotkey shortcut object group index map lookup
  translation i18n locale message query react registry idempotency dedupe deduplication routing route row column
  unique composite natural surrogate search filter context config configuration option options setting metadata meta
  property props field attribute label tag next prev previous first last arrow enter escape tab meta ctrl shift alt
  turnstile site recaptcha publishable pub anon host known trusted event state store redux order parent child range
  kms etag version dictionary dict ssh gpg pgp s3 bucket blob socket`.split(/\s+/),
);
/** Opaque, but nothing is opened with them; hiding them would break what an agent does next. */
const PLAIN_TOKENS = new Set(
  `next page continuation sync cancel cancellation cursor pagination change start end eof current prev previous last
  first css design max min num total prompt completion input output reasoning cached stop special pad bos eos unk sep
  mask word sub lexer parser syntax left right open close comma string number identifier keyword operator punctuator
  continue resume watch delta skip snapshot idempotency client request lock creation action update starting task
  upload revision sequence job csrf xsrf authenticity`.split(/\s+/),
);
/** After these words the name is no longer about the secret itself. */
const ASPECTS = new Set(
  `address age alg algo algorithm alias amount arn at attempt attempts attribute balance binding board bucket budget
  button cache callback chain change changed char characters chars check checker class click code column columns
  command comment component config configuration constraint contract cost count counter date
  dates deadline decimals description dialog dir directory digest disabled down element enabled encoding encrypted end
  endpoint env error errors event exists expiration expire expired expires expiry factory fail failed failure field
  fields file filename files filter fingerprint fn folder form format frame func function generator getter group
  handler hash hashed hasher hashers hash header headers help helper hint history host icon id identifier ids index
  info input invalid issuer iterator kind label language len length level limit link list listener location lock
  manager map mapping max message method min missing mode model name names namespace node not nullable object offset
  op option optional options order page param parameter params parser path pattern pending placeholder policy pool
  position prefix press pressed price prompt property protected provider range ref reference refs regex region
  register regexp required requirement requirements reset resolver response result role rotation route rule rules
  salt schema scheme scope scopes score screen selector separator service setter settings size source space stage
  start state status store strategy stream strength style suffix supplier symbol table tag template text time
  timeout timestamp title transform ttl type types ui unit up update updated uri url usage use used user username
  uuid valid validation validator var variable version view visible warning web width widget window
  ring pair pairs press usage metrics metric per rate stats`.split(/\s+/),
);
/** These say which one or in what form, and may follow the secret's own word. */
const QUALIFIERS = oneOf`
  \d+ v\d+ prod production prd dev development stag staging stage stg test testing qa uat live sandbox local
  old new current previous prev next primary secondary backup main default value values plain plaintext
  clear cleartext raw base base64 b64 encoded hex str data main tmp temp master global shared internal
  external confirm confirmation confirmed repeat again verify one two a b x
`;

const cache = new Map<string, NameKind>();

export function classifyName(name: string): NameKind {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const kind = classifyForeign(name) ?? classify(splitWords(name), isVariable(name));
  // Names come from the text; a hostile one must not fill the memory.
  if (cache.size > 4096) cache.clear();
  cache.set(name, kind);
  return kind;
}

/** A variable of the environment, and not of a program: `OPSGENIE_KEY`. */
const isVariable = (name: string): boolean => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name);

function classify(words: string[], isInCapitals: boolean): NameKind {
  const end = words.findLastIndex((word) => !QUALIFIERS.test(word)) + 1;
  const own = words.slice(0, end === 0 ? words.length : end);
  const last = own.at(-1) ?? '';
  const beforeLast = own.at(-2) ?? '';
  if (PASSWORD.test(last)) return 'password';
  // Half of a login to Vault or Consul, although it is called an identifier.
  if (last === 'id' && beforeLast === 'secret') return 'secret';
  if (own.includes('public')) return 'none';
  if (last === 'token' || last === 'tokens') {
    if (last === 'tokens' || PLAIN_TOKENS.has(beforeLast)) return 'none';
    return 'secret';
  }
  if (SECRET.test(last)) return PLAIN_TOKENS.has(last.replace(/token$/, '')) ? 'none' : 'secret';
  if (last === 'authorization') return 'authorization';
  if (last === 'cookie' && (own.length === 1 || beforeLast === 'set' || beforeLast === 'document'))
    return 'cookie';
  // What the nodes of an Erlang cluster know each other by.
  if (last === 'cookie' && beforeLast === 'erlang') return 'secret';
  if (last === 'signature' || last === 'sig') return 'signature';
  if (last === 'key' || last === 'keys') return classifyKey(own, isInCapitals);
  if (last === 'auth') return own.length <= 3 ? 'doubtful' : 'none';
  // The salts of WordPress sign its cookies.
  if (last === 'salt' && isInCapitals) return 'doubtful';
  return ASPECTS.has(last) ? 'none' : hasSecretWord(own) ? 'doubtful' : 'none';
}

function classifyKey(words: string[], isInCapitals: boolean): NameKind {
  const before = words.at(-2) ?? '';
  if (PLAIN_KEYS.has(before) || words.at(-1) === 'keys') return 'none';
  if (KEY_QUALIFIERS.has(before) || words.includes('secrets')) return 'secret';
  if (words.length === 1) return 'vague';
  return isInCapitals ? 'setting' : 'doubtful';
}

const hasSecretWord = (words: readonly string[]): boolean =>
  words.some((word) => PASSWORD.test(word) || SECRET.test(word) || word === 'token');

/** `dbPassword`, `DB_PASSWORD`, `db-password` and `db.password` are the same words. */
export function splitWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d+)$/, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
