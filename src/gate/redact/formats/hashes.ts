import type { TokenFormat } from './format.ts';

/** Stored passwords: with the hash a password can be guessed at leisure. */
export const HASH_FORMATS: readonly TokenFormat[] = [
  {
    name: 'crypt',
    prefixes: ['$1$', '$5$', '$6$', '$7$', '$y$', '$gy$', '$sha1$', '$apr1$', '$md5$'],
    body: /[A-Za-z0-9./=,$-]{20,}/,
    isAnywhere: true,
    match: ['$6$<16>$<86>', '$1$<8>$<22>', '$y$j9T$<22>$<43>', '$5$rounds=5000$<16>$<43>', '$apr1$<8>$<22>'],
    notMatch: ['cost: $1$2', '$5$'],
  },
  {
    name: 'bcrypt',
    prefixes: ['$2a$', '$2b$', '$2y$', '$2x$'],
    body: /\d\d\$[A-Za-z0-9./]{40,53}/,
    isAnywhere: true,
    match: ['$2b$12$<53>', '$2a$10$<53>', '$2y$10$<53>'],
    notMatch: ['$2b$12$'],
  },
  {
    name: 'argon2, scrypt, pbkdf2',
    prefixes: [
      '$argon2id$',
      '$argon2i$',
      '$argon2d$',
      '$scrypt$',
      '$pbkdf2-sha256$',
      '$pbkdf2-sha512$',
      '$pbkdf2$',
      '$7$',
      '$scram-sha-256$',
    ],
    body: /[A-Za-z0-9./=,+$:-]{30,}/,
    isAnywhere: true,
    match: [
      '$argon2id$v=19$m=65536,t=3,p=4$<22>$<43>',
      '$pbkdf2-sha256$29000$<22>$<43>',
      '$scrypt$ln=16,r=8,p=1$<22>$<43>',
    ],
    notMatch: ['$argon2id$v=19'],
  },
  {
    name: 'Django',
    prefixes: ['pbkdf2_sha256$', 'pbkdf2_sha1$', 'bcrypt_sha256$', 'argon2$argon2id$'],
    body: /[A-Za-z0-9./=,+$-]{30,}/,
    match: ['pbkdf2_sha256$600000$<22>$<43>='],
    notMatch: ['pbkdf2_sha256$iterations'],
  },
  {
    name: 'LDAP',
    prefixes: [
      '{SSHA}',
      '{SHA}',
      '{SSHA256}',
      '{SSHA512}',
      '{SHA512}',
      '{CRYPT}',
      '{SMD5}',
      '{MD5}',
      'SCRAM-SHA-256$',
    ],
    body: /[A-Za-z0-9+/=$.:]{20,}/,
    isAnywhere: true,
    match: ['{SSHA}<38>==', '{SHA}<27>=', 'SCRAM-SHA-256$4096:<22>==$<43>=:<43>='],
    notMatch: ['{SSHA}'],
  },
];
