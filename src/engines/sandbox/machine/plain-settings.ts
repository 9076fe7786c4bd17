import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfSmall } from '../workspace/read-if-small.ts';

/** Settings that change what programs answer (who commits, which registry is used), and may hold credentials as well. */
const SETTINGS = [
  '.gitconfig',
  '.config/git/config',
  '.config/git/ignore',
  '.config/git/attributes',
  '.gitignore_global',
  '.gitignore',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.config/pip/pip.conf',
  '.pip/pip.conf',
  '.config/uv/uv.toml',
  '.condarc',
];

const SECRET_LINE =
  /auth|token|passw|secret|credential|extraheader|certfile|keyfile|api_?key|\bhelper\b|:\/\/[^/\s"']*@|\busername\b|smtppass/i;
const LARGEST = 262_144;

const written = new Map<string, string>();

/** The user's settings without the lines that could hold a credential, as mounts over an empty home. */
export function plainSettings(home: string, scratch: string): string[] {
  return SETTINGS.flatMap((name) => {
    const copy = plainCopy(join(home, name), join(scratch, 'settings'), name);
    return copy === undefined ? [] : ['--ro-bind', copy, join(home, name)];
  });
}

function plainCopy(path: string, directory: string, name: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > LARGEST) return undefined;
  const copy = join(directory, name.replaceAll('/', '_'));
  const stamp = `${stats.ino} ${stats.mtimeMs} ${stats.size}`;
  if (written.get(copy) === stamp) return copy;
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(copy, withoutCredentials(readIfSmall(path) ?? ''), { mode: 0o600 });
  written.set(copy, stamp);
  return copy;
}

/** A line that goes on in the next one goes as a whole. */
function withoutCredentials(text: string): string {
  const lines = text.split('\n');
  const kept: string[] = [];
  let isDropping = false;
  for (const line of lines) {
    const goesOn = line.endsWith('\\');
    if (isDropping || SECRET_LINE.test(line)) isDropping = goesOn;
    else kept.push(line);
  }
  return kept.join('\n');
}
