import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '168.63.129.15',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2A00:1450:4001:081B:0000:0000:0000:200E',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '2002:808:808::1',
])('%s is on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ['shared by a provider, and a metadata service', '100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'],
  ['link-local and metadata', '169.254.169.254', '169.254.0.0', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  ["the cloud's own", '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1'],
  ['benchmarks and relays', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
  ['multicast, reserved, broadcast', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  ['unspecified', '::', '0::0'],
  ['unique local and site-local', 'fc00::1', 'fdff::1', 'fec0::1'],
  ['IPv4 that is mapped', '::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe'],
  ['IPv4 that is compatible', '::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  [
    'IPv4 that is translated',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::8.8.8.8',
  ],
  ['6to4 of a private one', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:c0a8:101::'],
  ['Teredo and other protocols', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:20::1'],
  ['handed out to nobody', '1080::8:800:200c:417a', '4000::1', '5f00::1', '100::1'],
])('not public: %s', (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test.each([
  [
    'not an address',
    '',
    ' ',
    'localhost',
    'example.com',
    '1.1.1',
    '1.1.1.1.1',
    '1.1.1.256',
    '-1.1.1.1',
    '1.1.1.1/8',
  ],
  [
    'a reader may take it for another',
    '012.1.1.1',
    '8.8.8.08',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8.',
    '+8.8.8.8',
  ],
  ['blanks and signs', ' 8.8.8.8', '8.8.8.8\n', '8.8.8.8\u0000', '８.８.８.８', '8。8。8。8'],
  [
    'broken IPv6',
    ':',
    ':::',
    '1::2::3',
    '2606:4700',
    '2606:::1',
    '1:2:3:4:5:6:7:8:9',
    '2606::12345',
    '2606::g',
  ],
  ['broken ends', '::ffff:8.8.8', '::ffff:8.8.8.256', '::ffff:08.8.8.8', '8.8.8.8::', '1:2:3:4:5:6:7::8:9'],
])('what is no plain address is not public either: %s', (_, ...addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test('long input is judged at once', () => {
  const startedAt = performance.now();
  for (const part of ['1', ':', '1.', '1:', '::', '%', '[', 'f:1.1.'])
    expect(isPublicAddress(part.repeat(100_000))).toBe(false);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
