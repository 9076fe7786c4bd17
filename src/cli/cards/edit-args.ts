import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArguments } from '../parse-arguments.ts';

type Data = Record<string, unknown>;

/** The arguments as the person leaves them in their editor; undefined where nothing was changed. */
export async function editArguments(args: Data): Promise<Data | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'toolgate-edit-'));
  const file = join(directory, 'arguments.json');
  const before = `${JSON.stringify(args, null, 2)}\n`;
  try {
    writeFileSync(file, before, { mode: 0o600 });
    const editor = process.env.VISUAL || process.env.EDITOR || 'vi';
    // An editor is a command line of the user's own, often with flags.
    const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${editor} ended with ${code ?? 'a signal'}`);
    const after = readFileSync(file, 'utf8');
    return after === before ? undefined : parseArguments(after);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
