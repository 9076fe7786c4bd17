import { expect, test } from 'vitest';
import { readExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';

const redact = createRedactor({});
/** Seeds whose letters look like chance; about one in three hundred short ones does not. */
const SEEDS = [3, 5, 11, 17];

const URLS = [
  'Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=«<43s>=»',
  'https://x.blob.core.windows.net/c?sv=2022-11-02&sr=b&sig=«<43>%3D»',
  'https://s3.amazonaws.com/b/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=«<64h>»&x=1',
  'https://api.example.com/v1?api_key=«<32h>»&x=1',
  'https://api.example.com/v1?x=1&access_token=«<40>»',
  'https://api.example.com/v1?token=«<32h>»',
  'https://maps.example.com/api?key=«AIza<35w>»',
  'postgres://app:«<12>»@db.example.com:5432/app',
  'postgresql://app:«<12p>»@db:5432/app?sslmode=require',
  'mongodb+srv://app:«<12>»@cluster0.abc.mongodb.net/test',
  'mongodb://u:«<12>»@h1:27017,h2:27017/db?replicaSet=rs',
  'redis://:«<16>»@redis:6379/0',
  'rediss://default:«<20>»@x.upstash.io:6379',
  'amqp://svc:«<12>»@rabbit:5672/vhost',
  'https://bob:«<12>»@github.com/o/r.git',
  'https://x-access-token:«ghs_<36>»@github.com/o/r.git',
  'https://oauth2:«glpat-<20>»@gitlab.com/o/r.git',
  'https://«ghp_<36>»@github.com/o/r.git',
  'https://«<40h>»@github.com/o/r.git',
  'git+ssh://git:«<12>»@host/o/r.git',
  'ftp://bob:«<10>»@ftp.example.com/x',
  'smtp://apikey:«<20>»@smtp.example.com:587',
  'jdbc:postgresql://db/app?user=app&password=«<12>»',
  'DATABASE_URL=postgres://app:«<12>»@db/app',
  'socks5://u:«<10>»@proxy:1080',
  'http_proxy=http://u:«<10>»@proxy:3128',
  'https://«<32h>»@o1.ingest.sentry.io/1',
  'ldap://cn=admin:«<12>»@ldap:389',
  'nats://user:«<12>»@nats:4222',
];

test.each(URLS)('%s', (template) => {
  for (const seed of SEEDS) {
    const { text, masked } = readExample(template, seeded(seed));
    expect(redact(text)).toBe(masked);
  }
});
