import { expect, test } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redact = createRedactor({});
const b64 = (text: string): string => Buffer.from(text).toString('base64');
const value = b64('k4nXw9QzLr2vTb7');

test('of a Kubernetes Secret every value is masked, whatever it is called, and nothing else', () => {
  const before = `apiVersion: v1\nkind: ConfigMap\ndata:\n  redis: ${value}\n`;
  const secret = `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n  redis: ${value}\n  tls.crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUM=\ntype: Opaque\n`;
  const shown = redact(`${before}---\n${secret}`);
  expect(shown).toContain(before);
  expect(shown.slice(before.length)).not.toContain(value);
  expect(shown).toContain('tls.crt: LS0t');
  expect(shown).toContain('type: Opaque');
  expect(redact(`{"kind": "Secret", "data": {"smtp": "${value}"}}`)).not.toContain(value);
  const other = `kind: SecretStore\nspec:\n  data:\n    name: ${value}\n`;
  expect(redact(other)).toBe(other);
});

test('cookies in a jar and the keys of a storage account are masked', () => {
  const session = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
  const jar = `# Netscape HTTP Cookie File\napp.example.com\tFALSE\t/\tTRUE\t1767225600\tsession\t${session}\n`;
  expect(redact(jar)).not.toContain(session);
  const key = `${'Ab3+'.repeat(21)}Zz==`;
  const listed = `[{"keyName": "key1", "permissions": "FULL", "value": "${key}"}]`;
  expect(redact(listed)).not.toContain(key);
});

test('a key that a call signs with is masked, the name of one is not', () => {
  const key = 'q7Wz2Lk9Xv4Tb8Nm3Rc6Yh1Pd5Gf0JsA';
  for (const call of [`createHmac('sha256', '${key}')`, `jwt.sign({ sub: 1 }, "${key}", {})`])
    expect(redact(call)).not.toContain(key);
  for (const call of [`createHmac('sha256', secret)`, `jwt.verify(token, 'HS256')`])
    expect(redact(call)).toBe(call);
});

test('a private key that grep shows with its line numbers goes to its last line', () => {
  const body = Array.from({ length: 14 }, (_, i) =>
    Buffer.from(`line ${i} of a key ${'xY7z'.repeat(9)}`)
      .toString('base64')
      .slice(0, 64),
  );
  const lines = ['-----BEGIN RSA PRIVATE' + ' KEY-----', ...body, '-----END RSA PRIVATE' + ' KEY-----'];
  const shown = redact(lines.map((line, i) => `keys/id_ci:${i + 1}:${line}\n`).join(''));
  for (const line of body) expect(shown).not.toContain(line);
});

test('rules for a field, a share and ordinary cookies are left as they are', () => {
  const rules = `'password' => 'required|string|min:8|confirmed',`;
  expect(redact(rules)).toBe(rules);
  const password = 'Xk29!vbTq7';
  expect(redact(`net use Z: \\\\fs01\\share /user:ACME\\svc ${password}`)).toBe(
    'net use Z: \\\\fs01\\share /user:ACME\\svc [REDACTED]',
  );
  const sid = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
  const shown = redact(`curl -b 'theme=dark; csrftoken=${sid}; sessionid=${sid}' https://example.com`);
  expect(shown).not.toContain(sid);
  expect(shown).toContain('theme=dark');
});
