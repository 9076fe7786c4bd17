import { expect, test } from 'vitest';
import { readExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';

const redact = createRedactor({});
/** Seeds whose letters look like chance; about one in three hundred short ones does not. */
const SEEDS = [3, 5, 11, 17];

const FILES = [
  'requirepass «<16p>»',
  'PresharedKey = «<43s>=»',
  '.dockerconfigjson: «eyJhdXRocyI6<80s>»',
  'machine example.com\n  login bob\n  password «<12p>»\n',
  '//npm.example.com/:_authToken=«npm_<36>»',
  '//registry.example.com/:_authToken=«<8h>-<4h>-<4h>-<4h>-<12h>»',
  '//npm.example.com/:_password=«<24s>»',
  '_auth=«YWxpY2U6<16>»',
  'machine github.com login bob password «<12>»',
  'machine api.heroku.com login bob@example.com password «<8h>-<4h>-<4h>-<4h>-<12h>»',
  '  password «<12>»',
  'db.example.com:5432:app:bob:«<12>»',
  '*:*:*:postgres:«<12>»',
  'localhost:5432:*:app:«<14p>»',
  'root:«$6$<16>$<86>»:19000:0:99999:7:::',
  'bob:«$y$j9T$<22>$<43>»:19000:0:99999:7:::',
  'admin:«$2b$12$<53>»',
  'admin:«$apr1$<8>$<22>»',
  'password_hash: "«$argon2id$v=19$m=65536,t=3,p=4$<22>$<43>»"',
  '"auth": "«YWxpY2U6<20>»"',
  '"auths":{"ghcr.io":{"auth":"«YWxpY2U6<20>»"}}',
  '    client-key-data: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQ<200s>»',
  '    token: «<40>»',
  '    token: «eyJhbGciOiJSUzI1NiIsImtpZCI6I<40>.eyJpc3MiOiJrdWJlcm5ldGVz<80>.<86w>»',
  '  tls.key: «LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JSUV<200s>»',
  '// const token = "«<40>»"',
  '{"kty":"RSA","n":"abc","e":"AQAB","d":"«<86w>»"}',
  '{"kty":"oct","k":"«<43w>»"}',
];

test.each(FILES)('%s', (template) => {
  for (const seed of SEEDS) {
    const { text, masked } = readExample(template, seeded(seed));
    expect(redact(text)).toBe(masked);
  }
});
