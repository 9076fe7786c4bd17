import { configSchema } from '../../src/core/config.ts';
import { createFiles, type FilesEngine } from '../../src/engines/files/files.ts';
import { filesParts } from '../../src/host/files-parts.ts';
import { plainCut } from './plain-cut.ts';

/** The engine alone, for processes of their own and loops that would fill the record. */
export const filesIn = (root: string, dataDir: string): FilesEngine =>
  createFiles(filesParts(configSchema.parse({}), dataDir, {}))({
    caller: { roots: [root], cwd: root },
    cut: plainCut,
    signal: new AbortController().signal,
  });

/** A whole-file write, as write_file asks for it. */
export const whole = (content: string, expectedSha256?: string) => ({
  content,
  createDirs: true,
  backup: false,
  expectedSha256,
});

/** The first page, as read_file asks for it. */
export const FIRST_PAGE = { startLine: 1, startColumn: 1, maxLines: 2000, encoding: 'utf-8' } as const;
