import { type Dirent, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ToolError } from '../../core/errors.ts';
import { isInside } from '../../core/path/paths.ts';
import { createWork, type Work } from '../../core/timing/in-turns.ts';
import { type Opened, withOpened } from '../files/open/open-inside.ts';
import type { Reach } from '../files/open/reach.ts';
import { MAX_BYTES, readText } from '../files/read/read-text.ts';

/** What a project looks like from outside: names and texts, as far as the call may reach them. */
export interface ProjectFiles {
  readonly roots: readonly string[];
  /** What takes long. */
  readonly work: Work;
  /** undefined where there is no text that can be read. */
  readText(path: string): string | undefined;
  /** Empty where there is no directory that can be read. */
  entries(path: string): readonly Dirent[];
  names(path: string): readonly string[];
}

/** Others get their turns meanwhile; who asks waits. */
const MOST_WORK_MS = 3000;

/** For one call: so much in all, since how many manifests there are is for the project to say. What is beyond it is not there. */
export function createProjectFiles(reach: Reach): ProjectFiles {
  let left = MAX_BYTES;
  const entries = (path: string): readonly Dirent[] => {
    try {
      const list = ({ fd, stats }: Opened): readonly Dirent[] => {
        if (!stats.isDirectory()) return [];
        return readdirSync(process.platform === 'linux' ? `/proc/self/fd/${fd}` : path, {
          withFileTypes: true,
        });
      };
      return withOpened(path, reach, list, { access: 'list' });
    } catch (error) {
      if (error instanceof ToolError) return [];
      throw error;
    }
  };
  return {
    roots: reach.roots,
    work: createWork(MOST_WORK_MS),
    readText: (path) => {
      const text = readText(path, reach, { mostBytes: left });
      left -= text?.length ?? 0;
      return text;
    },
    entries,
    names: (path) => entries(path).map(({ name }) => name),
  };
}

/** A directory and those above it, as far as the roots reach; nearest first. */
export function* upwards(start: string, { roots }: Pick<ProjectFiles, 'roots'>): Generator<string> {
  for (let directory = start; isInside(directory, roots); directory = dirname(directory)) {
    yield directory;
    if (directory === dirname(directory)) return;
  }
}
