import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { temporaryDirectory } from './program.ts';

/** A session bus with an unlocked GNOME Keyring on it, gone after the test; answers the environment that reaches it. */
export async function startSecretService(): Promise<Record<string, string>> {
  const home = temporaryDirectory();
  chmodSync(home, 0o700);
  // Who asks before the keyring has its name makes the bus start another one, and that one is locked.
  const isThere =
    'dbus-send --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner ' +
    'string:org.freedesktop.secrets | grep -q true';
  const script =
    'printf password | gnome-keyring-daemon --unlock --foreground --components=secrets & ' +
    `until ${isThere}; do sleep 0.02; done; echo "$DBUS_SESSION_BUS_ADDRESS"; cat`;
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', script], {
    env: { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true,
  });
  onTestFinished(() => {
    if (session.pid !== undefined) process.kill(-session.pid, 'SIGKILL');
  });
  const address = await new Promise<string>((resolve, reject) => {
    session.once('error', reject);
    session.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
  });
  return { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: home, PATH: process.env.PATH ?? '' };
}
