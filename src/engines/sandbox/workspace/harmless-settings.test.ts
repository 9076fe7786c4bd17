import { expect, test } from 'vitest';
import { areHarmless } from './harmless-settings.ts';

test.each([
  ['.env', ''],
  ['.pgpass', '\n'],
  ['.env', '# Settings for the dev server\nNODE_ENV=development\nPORT=3000\nLOG_LEVEL="debug"\n'],
  [
    '.env.local',
    'export API_URL=http://localhost:8080/api\nVITE_DEBUG=true\nHOST=0.0.0.0\nTZ=Europe/Berlin\n',
  ],
  ['.env', 'DATABASE_URL="file:./dev.db"\nREDIS_URL=redis://localhost:6379\nSECRET_KEY=\n'],
  ['.env', '# PORT=4000\nCI=1\r\nREQUEST_TIMEOUT_MS=30000\r\n'],
  [
    '.npmrc',
    `save-exact=true\nfund=false\nregistry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken=\${NPM_TOKEN}\n`,
  ],
])('%s with %j holds no secret', (name, text) => {
  expect(areHarmless(`/project/${name}`, text)).toBe(true);
});

test.each([
  ['.pgpass', 'localhost:5432:db:me:corr3ct!zebra\n'],
  ['.netrc', 'machine a.example login me password corr3ct!fox\n'],
  ['passwords.txt', 'bank = hunter2 planted owl\n'],
  ['secrets.json', '{}'],
  ['server.pem', 'PORT=3000\n'],
  ['.env', 'stripe=planted heron\n'],
  ['.env', 'PIN=4711\n'],
  ['.env', 'DB_PASSWORD=test\n'],
  ['.env', 'DOOR=4711\n'],
  ['.env', 'X=abc\n'],
  ['.env', 'DATABASE_URL=postgres://me:pw@localhost:5432/app\n'],
  ['.env', 'API_URL=http://localhost:8080/hook/a8f3\n'],
  ['.env', 'API_URL=http://localhost/?a=b\n'],
  ['.env', '# DB_PASSWORD=hunter2\nPORT=3000\n'],
  ['.env', '# the password is hunter\n'],
  ['.env', '# hunter2\n'],
  ['.env', 'PORT=3000\nA="b\nc"\n'],
  ['.env', 'PORT=3000 # hunter2\n'],
  ['.npmrc', '//registry.npmjs.org/:_authToken=abc\n'],
  ['.npmrc', 'registry=https://me:pw@npm.example.com/\n'],
  ['.npmrc', '_password=aHVudGVyMg==\n'],
])('%s with %j may hold one', (name, text) => {
  expect(areHarmless(`/project/${name}`, text)).toBe(false);
});
