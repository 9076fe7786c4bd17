// Adds one to the number in a file, so many times, each time only if the file is still the one it read.
// Arguments: directory, data directory, times.
import { ToolError } from '../../../src/core/errors.ts';
import { FIRST_PAGE, filesIn, whole } from '../files-engine.ts';

const [root = '', dataDir = '', times = '0'] = process.argv.slice(2);
const files = filesIn(root, dataDir);
for (let done = 0; done < Number(times); ) {
  const { content, sha256 } = await files.read('counter.txt', FIRST_PAGE);
  try {
    await files.write('counter.txt', whole(String(Number(content) + 1), sha256));
    done++;
  } catch (error) {
    if (!(error instanceof ToolError && error.code === 'CONFLICT')) throw error;
  }
}
