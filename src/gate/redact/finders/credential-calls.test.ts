import { expect, test } from 'vitest';
import { createRedactor } from '../redactor.ts';

const redact = createRedactor({});

test.each([
  'requests.get(url, auth=HTTPBasicAuth("deploy", "hT7!kq92Lm"))',
  "session.auth = HTTPDigestAuth('deploy', 'hT7!kq92Lm')",
  'req.SetBasicAuth("deploy", "hT7!kq92Lm")',
  "superagent.get(u).auth('deploy', 'hT7!kq92Lm')",
  'new UsernamePasswordCredentials("deploy", "hT7!kq92Lm")',
  'new NetworkCredential("deploy", "hT7!kq92Lm", domain)',
])('the password in %s is masked, and nothing else', (text) => {
  expect(redact(text)).toBe(text.replace('hT7!kq92Lm', '[REDACTED]'));
});

test.each([
  'HTTPBasicAuth("user", "pass")',
  'HTTPBasicAuth(user, password)',
  'HTTPBasicAuth("user", os.environ["PASSWORD"])',
  "request.auth('user', 'password')",
  'req.SetBasicAuth("<user>", "<password>")',
  'expect(x.auth("a", "b")).toBe("c")',
])('%s is left as it is', (text) => {
  expect(redact(text)).toBe(text);
});

test('a sentence that says whose password it is gives it away', () => {
  for (const start of ['Password for admin is ', 'The password for the staging database is: '])
    expect(redact(`${start}hT7!kq92Lm.`)).toBe(`${start}[REDACTED].`);
  const plain = 'The password for the staging database is kept in the vault.';
  expect(redact(plain)).toBe(plain);
});
