// Does one thing with the file engine and prints what came of it, for a user other than the one who runs the tests.
// Arguments: directory, data directory, what to do, its arguments as JSON.
import { ToolError } from '../../../src/core/errors.ts';
import { filesIn } from '../files-engine.ts';

const [root = '', dataDir = '', act = '', args = '[]'] = process.argv.slice(2);
const files = filesIn(root, dataDir);
// Sound: only asPlainUser starts this, with a name of the engine and the arguments it takes.
const use = files[act as keyof typeof files] as (...given: unknown[]) => unknown;
// What JSON cannot carry.
const withProgress = (arg: unknown) => (typeof arg === 'object' ? { ...arg, onBytes: () => {} } : arg);
try {
  const given = (JSON.parse(args) as unknown[]).map(withProgress);
  process.stdout.write(JSON.stringify({ done: await use(...given) }));
} catch (error) {
  if (!(error instanceof ToolError)) throw error;
  const { code, message, hint } = error;
  process.stdout.write(JSON.stringify({ code, message, hint }));
}
