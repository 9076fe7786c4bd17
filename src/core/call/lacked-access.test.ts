import { expect, test } from 'vitest';
import { lackedAccess } from './lacked-access.ts';

test('a command that failed with the network is told that it had no Unix sockets', () => {
  const ran = { sandbox: 'open', taken: { access: [] } } as const;
  expect(lackedAccess({ ...ran, access: ['write', 'network'] }, 'exit 1')).toMatch(
    /^It ran without credentials\..*With "network" it has no Unix sockets/,
  );
  expect(lackedAccess({ ...ran, access: ['write'] }, 'exit 1')).not.toContain('Unix sockets');
  expect(lackedAccess({ ...ran, access: ['host'] }, 'exit 1')).toBeUndefined();
});
