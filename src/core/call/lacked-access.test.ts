import { expect, test } from 'vitest';
import { lackedAccess } from './lacked-access.ts';

const SAID = 'socket: Address family not supported by protocol';

test('a command that missed Unix sockets is told how to get them', () => {
  const ran = { sandbox: 'bwrap', taken: { access: ['network'] } } as const;
  expect(lackedAccess({ ...ran, access: ['write', 'network'] }, SAID)).toMatch(
    /^With "network" it ran without Unix sockets\..* without "network", or with access \["host"\]/,
  );
  expect(lackedAccess({ ...ran, access: ['write', 'network'] }, 'exit 1')).toMatch(
    /^It ran without credentials/,
  );
  expect(lackedAccess({ ...ran, access: ['host'] }, SAID)).toBeUndefined();
});
