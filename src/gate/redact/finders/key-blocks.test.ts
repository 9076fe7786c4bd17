import { expect, test } from 'vitest';
import { expandExample, readExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';

const redact = createRedactor({});
const LINE = '<64s>';
const BODY = `${LINE}\n${LINE}\n${LINE}\n<20s>==`;
const WRITTEN = BODY.replaceAll('\n', '\\n');
const KINDS = ['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED ', 'PGP '];
const begin = (kind: string) => `-----BEGIN ${kind}PRIVATE KEY${kind === 'PGP ' ? ' BLOCK' : ''}-----`;
const end = (kind: string) => begin(kind).replace('BEGIN', 'END');

function expectMasked(template: string): void {
  for (const seed of [1, 2, 3]) {
    const { text, masked } = readExample(template, seeded(seed));
    expect(redact(text)).toBe(masked);
  }
}

test.each(KINDS)('a %sprivate key leaves its BEGIN and END', (kind) => {
  expectMasked(`before\n${begin(kind)}\n«${BODY}»\n${end(kind)}\nafter\n`);
});

test('headers of an encrypted or PGP key stay', () => {
  expectMasked(
    `${begin('RSA ')}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n«${BODY}»\n${end('RSA ')}`,
  );
  expectMasked(`${begin('PGP ')}\nVersion: GnuPG v2\n\n«${BODY}\n=<4s>»\n${end('PGP ')}`);
});

test('a key without END is masked up to the first line that is no key', () => {
  expectMasked(`${begin('RSA ')}\n«${LINE}\n${LINE}»\nDone in 3 s.\n$ ls /usr/local/bin\n`);
  expectMasked(`${begin('RSA ')}\n«${LINE}»`);
});

test('a key without BEGIN is masked back to its first line', () => {
  expectMasked(`tail of the file:\n«${BODY}»\n${end('RSA ')}\nafter`);
  expectMasked(`"key": "…\\n${''}«${LINE}»\\n${end('')}\\n"`.replace('…\\n', '... '));
});

test('a key without BEGIN and END is known by how it begins', () => {
  expectMasked(`«MIIEpAIBAAKCAQEA<48s>\n${LINE}\n${LINE}»\nafter`);
  expectMasked(`«MIIEvgIBADANBgkqhkiG9w0BAQEFAASC<32s>»`);
  expectMasked(
    `  tls.key: «LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t<200s>»\n  tls.crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t\n`,
  );
});

test('a key in a string of JSON or of a program is masked in place', () => {
  expectMasked(`{"private_key": "${begin('')}\\n«${WRITTEN}»\\n${end('')}\\n", "x": 1}`);
  expectMasked(
    `{\\"private_key\\": \\"${begin('')}\\\\n«${BODY.replaceAll('\n', '\\\\n')}»\\\\n${end('')}\\\\n\\"}`,
  );
  expectMasked(`PRIVATE_KEY="${begin('')}\\n«${WRITTEN}»\\n${end('')}\\n"`);
  expectMasked(`const key = '${begin('')}\\n' +\n  '«${LINE}»\\n' +\n  '«${LINE}»\\n' +\n  '${end('')}';\n`);
});

test('a key in YAML, in a diff or behind a log prefix is masked line by line or as a whole', () => {
  expectMasked(`key: |\n  ${begin('')}\n  «${LINE}\n  ${LINE}»\n  ${end('')}\nnext: 1\n`);
  expectMasked(`+${begin('')}\n+«${LINE}»\n+«${LINE}»\n+${end('')}\n`);
  expectMasked(
    `10:00:01 app: ${begin('')}\n10:00:01 app: «${LINE}»\n10:00:02 app: «${LINE}»\n10:00:02 app: ${end('')}\n`,
  );
});

test('colours do not hide a key', () => {
  const { text } = readExample(`\u001b[32m${begin('')}\u001b[0m\n${BODY}\n${end('')}`, seeded(4));
  expect(redact(text)).toBe(`\u001b[32m${begin('')}\u001b[0m\n[REDACTED]\n${end('')}`);
});

test.each([
  `-----BEGIN CERTIFICATE-----\nMIIDdzCC${LINE}\n${LINE}\n-----END CERTIFICATE-----\n`,
  `-----BEGIN PUBLIC KEY-----\nMIIBIjAN${LINE}\n-----END PUBLIC KEY-----\n`,
  `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${LINE}\n-----END PGP PUBLIC KEY BLOCK-----\n`,
  `-----BEGIN PGP MESSAGE-----\n\n${LINE}\n-----END PGP MESSAGE-----\n`,
  `${LINE}\n${LINE}\n${LINE}\nplain base64, as of an image\n`,
  `A PEM file begins with ${begin('')} and ends with ${end('')}.\n`,
  `${begin('')}\n...\n${end('')}\n`,
  `const BEGIN = '${begin('')}';\nconst END = '${end('')}';\n`,
])('%s stays', (template) => {
  const text = expandExample(template, seeded(5));
  expect(redact(text)).toBe(text);
});

test('a hunk of a diff that lies wholly within a key shows none of its lines', () => {
  const lines = Array.from({ length: 8 }, (_, i) => expandExample('<64s>', seeded(i + 1)));
  const [above = '', ...shown] = lines;
  const hunk = shown.map((line, i) => '   -+   '.charAt(i) + line).join('\n');
  for (const diff of [
    `@@ -14,7 +14,7 @@ ${above}\n${hunk}\n`,
    `x\n@@ -15 +15 @@\n-${shown[0]}\n+${shown[1]}\n`,
  ]) {
    const masked = redact(diff);
    for (const line of lines) expect(masked).not.toContain(line.slice(4, 20));
    const stream = redact.stream();
    expect([...diff].map((character) => stream.push(character)).join('') + stream.end()).toBe(masked);
  }
});
