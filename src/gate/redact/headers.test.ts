import { expect, test } from 'vitest';
import { readExample, seeded } from './formats/expand-example.ts';
import { createRedactor } from './redactor.ts';

const redact = createRedactor({});
/** Seeds whose letters look like chance; about one in three hundred short ones does not. */
const SEEDS = [3, 5, 11, 17];

const HEADERS = [
  'headers["X-Api-Key"] = "«<32>»"',
  'headers = {"X-Api-Key": "«<32>»"}',
  'requests.get(url, auth=("user", "x"), headers={"Authorization": "Bearer «<40>»"})',
  'Authorization: Bearer «<40>»',
  'authorization: bearer «<40h>»',
  'Authorization: Basic «YWxpY2U6<16>»',
  'Authorization: token «<40h>»',
  'Authorization: Token «<40h>»',
  'Authorization: ApiKey «<40>»',
  'Authorization: «<40>»',
  'Proxy-Authorization: Basic «YWxpY2U6<16>»',
  '"Authorization": "Bearer «<40w>»"',
  "'Authorization': 'Bearer «<40w>»'",
  '-H "Authorization: Bearer «<40w>»"',
  'X-Api-Key: «<32>»',
  'x-api-key: «<40h>»',
  'X-Auth-Token: «<32h>»',
  'X-Vault-Token: «hvs.<24>»',
  'X-Amz-Security-Token: «<200s>»',
  'X-Gitlab-Token: «<20>»',
  'X-Goog-Api-Key: «AIza<35w>»',
  'Api-Key: «<32>»',
  'Ocp-Apim-Subscription-Key: «<32h>»',
  'Cookie: session=«<40>»',
  'Cookie: theme=dark; sessionid=«<32b>»; lang=en',
  'Set-Cookie: sid=«<40w>»; Path=/; HttpOnly; Secure',
  'Set-Cookie: connect.sid=«s%3A<32w>.<43>»; Path=/; HttpOnly',
  'Set-Cookie: JSESSIONID=«<32A>»; Path=/',
  'cookie: PHPSESSID=«<26b>»',
  'cookie: csrftoken=«<64>»; sessionid=«<32b>»',
  '"Cookie": "auth_token=«<40>»"',
  'Bearer «<40>»',
  'Using token Bearer «<64h>»',
  '> authorization: Bearer «<32>»',
  '< set-cookie: session=«<40>»; path=/',
  'Authorization: Bearer «sha256~<43>»',
];

/** Logs, tables, prose, dumps of objects. */
const LOGS = [
  '[2026-11-02 10:11:12] DEBUG login user=bob password=«<10>» ok',
  'level=debug msg="auth" token=«<32h>» user=bob',
  'time=... password="«<12p>»" user=bob',
  "INFO connecting with password '«<12>»'",
  'Your temporary password is: «<12>»',
  'The password is «<12>».',
  'New password: «<12p>»',
  'Generated API key: «<32>»',
  'API key: «<32>»',
  'Secret key: «<40s>»',
  'Access token: «<40>»',
  'Root token: «hvs.<24>»',
  'Initial Root Token: «s.<24>»',
  'Unseal Key 1: «<43s>=»',
  'token                «hvs.<24>»',
  'SecretAccessKey      «<40s>»',
  '| SecretAccessKey | «<40s>» |',
  '| password | «<12>» |',
  '|  SecretAccessKey |  «<40s>»  |',
  'map[password:«<12>» user:bob]',
  "User{name='bob', password='«<12>»'}",
  'User(name=bob, password=«<12>»)',
  'Some(Config { token: "«<32>»" })',
  "{ user: 'bob', token: '«<32>»' }",
  'data: {"token":"«<40>»"}\\n',
  'error: invalid token "«<40>»"',
  '\u001b[32mpassword\u001b[0m=\u001b[33m«<12>»\u001b[0m',
  '\u001b[1m«ghp_<36>»\u001b[0m',
  '"output": "line one\\ntoken=«<32>»\\nline three"',
  '"log": "\\n«ghp_<36>»\\n"',
  '+DB_PASSWORD=«<12>»',
  '-  api_key: "«<32>»"',
  '# password: «<12p>»',
  '«ghp_abcdefghijklmnopqrstuvwxyz123456»',
  'Using API key «sk-1234567890abcdef1234567890abcdef1234567890abcdef» for request',
  '«AKIAABCDEFGHIJKLMNOP»',
];

test.each(HEADERS)('%s', (template) => {
  for (const seed of SEEDS) {
    const { text, masked } = readExample(template, seeded(seed));
    expect(redact(text)).toBe(masked);
  }
});

test.each(LOGS)('%s', (template) => {
  for (const seed of SEEDS) {
    const { text, masked } = readExample(template, seeded(seed));
    expect(redact(text)).toBe(masked);
  }
});
