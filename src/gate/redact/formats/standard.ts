import { isPlaceholder } from '../values/placeholders.ts';
import { looksRandom } from '../values/randomness.ts';
import { isBasicCredential } from '../values/secret-values.ts';
import type { TokenFormat } from './format.ts';

/** Formats that many issuers share. */
export const STANDARD_FORMATS: readonly TokenFormat[] = [
  {
    name: 'JSON Web Token',
    prefixes: ['eyJ', 'ewog'],
    body: /[A-Za-z0-9_-]{8,}\.(?:eyJ|ewog)[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/,
    notAfter: '_-+/',
    match: ['eyJ<33>.eyJ<60>.<43w>', 'eyJ<33>.eyJ<60>.'],
    notMatch: ['eyJ<200>', 'eyJhbGciOi...'],
  },
  {
    name: 'JSON Web Encryption',
    prefixes: ['eyJ'],
    body: /[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{12,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}/,
    notAfter: '_-+/',
    match: ['eyJ<60>.<200>.<16>.<200>.<22>', 'eyJ<60>..<16>.<200>.<22>'],
    notMatch: ['eyJ<60>.<200>'],
  },
  {
    name: 'signed cookie of Flask and itsdangerous',
    prefixes: ['eyJ'],
    body: /[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27}(?![A-Za-z0-9_-])/,
    notAfter: '_-+/',
    match: ['eyJ<30>.<6>.<27w>'],
    notMatch: ['eyJ<30>.<6>'],
  },
  {
    name: 'registry logins of Docker, in base64',
    prefixes: ['eyJhdXRocyI6'],
    body: /[A-Za-z0-9+/=]{20,}/,
    notAfter: '+/',
    match: ['eyJhdXRocyI6<80s>'],
    notMatch: ['eyJhdXRocyI6'],
  },
  {
    name: 'age',
    prefixes: ['AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-PQ-1'],
    body: /[A-Z0-9]{40,}/,
    match: ['AGE-SECRET-KEY-1<58A>'],
    notMatch: ['AGE-SECRET-KEY-1...'],
  },
  {
    name: 'bearer',
    prefixes: ['Bearer ', 'bearer ', 'BEARER ', 'Bearer%20'],
    body: /[A-Za-z0-9+/=._~-]{12,}/,
    keepsPrefix: true,
    check: (body) => looksRandom(body, { shortest: 12 }) && !isPlaceholder(body),
    match: ['Bearer <32>', 'bearer <40h>'],
    notMatch: ['Bearer authentication', 'bearer token_from_the_environment', 'Bearer <token>'],
  },
  {
    name: 'basic',
    prefixes: ['Basic ', 'basic ', 'Basic%20'],
    body: /[A-Za-z0-9+/]{8,}={0,2}(?![A-Za-z0-9_])/,
    keepsPrefix: true,
    check: isBasicCredential,
    match: ['Basic YWxpY2U6eDdLOXEyTXo='],
    notMatch: ['Basic authentication', 'basic principles'],
  },
  {
    name: 'private part of a WireGuard or Nostr key',
    prefixes: ['nsec1', 'xprv', 'yprv', 'zprv'],
    body: /[A-Za-z0-9]{58,107}(?![A-Za-z0-9])/,
    notAfter: '_-+/',
    match: ['nsec1<58b>', 'xprv<107>'],
    notMatch: ['nsec1<10>'],
  },
];
