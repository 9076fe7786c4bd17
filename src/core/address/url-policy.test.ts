import { expect, test } from 'vitest';
import { refuseAddress, refuseUrl } from './url-policy.ts';

const list = (text: string): string[] => text.trim().split(/\s+/);

test.each(
  list(`
    https://example.com/ http://example.com https://www.example.org/a/b?c=d&e=%20#f
    HTTPS://EXAMPLE.COM/ https://GitHub.com/Owner https://example.com./ http://8.8.8.8./
    https://example.com:8443/ http://example.com:80/ https://example.com:443 http://h.io:3000
    https://bücher.de/ https://xn--bcher-kva.de/ https://例え.jp/道?q=日本 https://пример.рф
    http://8.8.8.8/ http://134744072/ http://0x8.0x8.2056 http://[2606:4700::1111]:80/
    https://a_b.example.com https://1e3.com https://a--b.co https://3com.com
    https://localhost.com https://mylocal.io https://internal.example.com https://metadata.example.com
    https://example.com/@user https://example.com/?q=a@b https://h.com/#@127.0.0.1
    https://1.2.3.4.example.com https://v10.0.0.example.com https://192-168-photos.example.com
    https://example.com/127.0.0.1 https://example.com/?u=http://127.0.0.1/
  `),
)('%s passes', (url) => {
  expect(refuseUrl(url, [])).toBeUndefined();
});

test.each(
  list(`
    http://2130706433 http://0177.0.0.1 http://0x7f.1 http://127.1 http://0 http://127.0.0.1.
    http://017700000001 http://0x7f000001 http://0x7F.0x0.0x0.0x1 http://0.0.0.0
    http://１２７.0.0.1/ http://127。0。0。1/ http://①②⑦.0.0.1 http://ⓛocalhost/
    http://%6c%6f%63alhost/ http://127%2e0%2e0%2e1/ http://h.com%00.x/ http://h.com%2f@x.com
    http://[::1] http://[::] http://[::ffff:127.0.0.1] http://[::127.0.0.1] http://[fe80::1]
    http://[64:ff9b::7f00:1] http://[2002:7f00:1::] http://[::ffff:a9fe:a9fe]:80/ http://[2001::1]
    http://[fe80::1%25eth0]/ http://[fe80::1%eth0]/ http://[2606:4700::1%25lo]/
    http://10.0.0.1:8080 https://192.168.1.1 http://172.31.0.1 http://100.64.0.1 https:/127.0.0.1
    http://169.254.169.254/latest/ http://metadata.google.internal http://metadata http://[fd00:ec2::254]
    http://localhost http://LOCALHOST:80 http://localhost. http://a.localhost http://localhost..
    http://printer.local http://nas.lan http://wiki.corp http://router.home.arpa http://intranet
    http://host.docker.internal http://kubernetes.default.svc http://a.svc.cluster.local http://db
    http://a.onion http://a.i2p http://a.test http://a.invalid http://a.alt
    http://127.0.0.1.nip.io http://127-0-0-1.nip.io http://app.10.0.0.5.sslip.io http://7f000001.nip.io
    http://a.localtest.me http://lvh.me http://192.168.0.1.xip.io http://make-10.0.0.1-rr.1u.ms
    http://7f000001.c0a80001.rbndr.us http://x.10.0.0.1.example.com http://10-0-0-1.example.com
    http://metadata.tencentyun.com/ http://metadata.platformequinix.com/metadata
    http://h.com:22 http://h.com:25/ https://h.com:6379 http://h.com:0
  `),
)('%s is private and refused', (url) => {
  expect(refuseUrl(url, [])).toBeDefined();
});

test.each(
  list(`
    ftp://h.com file:///etc/passwd gopher://h.com data:,x javascript:1 ws://h.com blob:https://h.com/x
    dict://h.com:1 ldap://h.com jar:http://h.com!/ view-source:http://h.com unix:/run/x.sock
    http://user:pw@h.com http://user@h.com http://h.com@evil.com http://:pw@h.com https://a%40b@h.com
    h.com //h.com /path http:// http://. http://[::1 http://h.com:99999 http://256.1.1.1 http://a.1
    http://a..b.com http://h.com.. http://.h.com http://*.com http://a'b.com
  `),
)('%s is no plain web address', (url) => {
  expect(refuseUrl(url, [])).toBeDefined();
});

test.each([
  ['nothing', ['']],
  ['backslashes', ['http:\\\\h.com', 'http://h.com\\@evil.com', 'http://h.com/a\\b']],
  ['blanks', ['http://h.com/a b', ' http://h.com', 'http://h.com/\u00a0', 'http://h.com/\u2028']],
  ['controls', ['ht\ttp://h.com', 'http://h\n.com', 'http://h.com\r\n', 'http://h.com/\0']],
  [
    'invisible',
    ['http://h.com/\u00ad', 'http://\u200bh.com', 'http://h.com/\u202etxt', 'http://h.com\ufeff'],
  ],
  ['tags and half characters', ['http://h.com/\u{e0041}', 'http://h.com/\ud800']],
  ['names too long for the DNS', [`http://${'a'.repeat(64)}.com`, `http://${'a.'.repeat(130)}com`]],
])('no URL holds %s', (_, urls) => {
  expect(urls.filter((url) => refuseUrl(url, []) === undefined)).toEqual([]);
});

test('an allowed origin passes exactly, private or not', () => {
  const allowed = ['http://127.0.0.1:8080', 'http://localhost:9000', 'https://wiki.corp', 'http://[::1]:81'];
  const refusedOf = (urls: string[]) => urls.filter((url) => refuseUrl(url, allowed) !== undefined);
  const same = `http://127.0.0.1:8080/a?b http://2130706433:8080/ HTTP://LOCALHOST:9000
    https://wiki.corp:443/ http://[0:0::1]:81/`;
  const others = `https://127.0.0.1:8080/ http://127.0.0.1:8081/ http://127.0.0.1/ http://localhost/
    http://localhost.:9000/ http://a.localhost:9000/ http://wiki.corp/ https://wiki.corp.lan/ http://[::1]/
    ftp://localhost:9000 blob:http://127.0.0.1:8080/x http://user:pw@127.0.0.1:8080/
    http://127.0.0.1:8080\\@h.com`;
  expect(refusedOf(list(same))).toEqual([]);
  expect(refusedOf(list(others))).toEqual(list(others));
});

test('an allow-list of nonsense allows nothing', () => {
  for (const origin of ['null', '', '*', 'http://', 'http://*', 'file://', '127.0.0.1', 'http://127.0.0.1/'])
    for (const url of ['file:///etc/passwd', 'data:,x', 'http://127.0.0.1/', 'http://127.0.0.1:8080/'])
      expect(refuseUrl(url, [origin])).toBeDefined();
});

test('the reason says what is wrong, and repeats neither credentials nor control characters', () => {
  expect(refuseUrl('http://127.1/', [])).toBe('127.0.0.1 is not on the public internet');
  expect(refuseUrl('http://db/', [])).toBe('db is not a name on the public internet');
  expect(refuseUrl('file:///x', [])).toBe('file: is not a web address');
  expect(refuseUrl('http://ann:hunter2@h.com/', [])).toBe('A URL must not carry credentials');
  expect(refuseUrl('http://h.com/\u001b[2J', [])).toBe(
    'The URL holds blanks, backslashes or invisible characters',
  );
  expect(refuseAddress('10.0.0.1')).toBe('10.0.0.1 is not on the public internet');
  expect(refuseAddress('8.8.8.8')).toBeUndefined();
});

test('long input is judged at once', () => {
  const startedAt = performance.now();
  for (const part of ['a', '.', 'a.', '@', ':', '%', '[', '/', '127.'])
    for (const url of [
      part.repeat(100_000),
      `http://${part.repeat(100_000)}`,
      `http://h.com/${part.repeat(100_000)}`,
    ])
      refuseUrl(url, ['http://h.com']);
  expect(performance.now() - startedAt).toBeLessThan(3000);
});
