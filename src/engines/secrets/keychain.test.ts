import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../test/support/program.ts';
import { startSecretService } from '../../../test/support/secret-service.ts';
import { findKeychain } from './keychain.ts';
import { createSecretStore } from './secret-store.ts';

test.runIf(process.platform === 'linux')('where a Secret Service answers, it keeps the key', async () => {
  const env = await startSecretService();
  const keyPath = join(temporaryDirectory(), 'secret.key');
  const path = join(temporaryDirectory(), 'secrets.json');
  const open = (installation: string) =>
    createSecretStore({ path, keyPath, keychain: findKeychain(installation, env) });
  await open('first').set('openai', 'a value to keep');
  expect(JSON.parse(readFileSync(path, 'utf8')).key).toBe('keychain');
  expect(() => readFileSync(keyPath)).toThrow('ENOENT');
  expect(await open('first').get('openai')).toBe('a value to keep');
  await expect(open('second').get('openai')).rejects.toThrow('which does not hand it out');
  await expect(createSecretStore({ path, keyPath }).get('openai')).rejects.toThrow('cannot be reached');
});

test('without a session there is no keychain, and one that fails leaves the key to the file', async () => {
  expect(process.platform === 'linux' ? findKeychain('first', {}) : undefined).toBeUndefined();
  const keyPath = join(temporaryDirectory(), 'secret.key');
  const path = join(temporaryDirectory(), 'secrets.json');
  const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' };
  await createSecretStore({ path, keyPath, keychain: findKeychain('first', env) }).set(
    'openai',
    'a value to keep',
  );
  expect(JSON.parse(readFileSync(path, 'utf8')).key).toBe('file');
  expect(await createSecretStore({ path, keyPath }).get('openai')).toBe('a value to keep');
});
