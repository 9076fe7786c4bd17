import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { MOST_BYTES, MOST_PARTS, partsIn } from '../../core/text/yaml-limits.ts';
import type { Services } from '../services.ts';

const FOLDER = join('.toolgate', 'workflows');
const MOST_FILES = 200;
/** Of all files together: they are read and parsed before anything else is answered. */
const MOST_BYTES_IN_ALL = 2_097_152;
const MOST_PARTS_IN_ALL = 40_000;

export interface WorkflowFile {
  readonly path: string;
  readonly text: string;
}

/** The directory that this file is a workflow of, and works in. */
export const placeOfFile = (file: string): string => file.slice(0, file.lastIndexOf(`${sep}${FOLDER}${sep}`));

/**
 * Workflows that lie in these places of open directories, as files of their repositories; what is too much of them is
 * left out.
 */
export function findWorkflowFiles(
  places: readonly string[],
  roots: readonly string[],
  services: Pick<Services, 'readText'>,
  onLeftOut: (path: string) => void,
): WorkflowFile[] {
  const room = { bytes: MOST_BYTES_IN_ALL, parts: MOST_PARTS_IN_ALL };
  return places.flatMap((place) => {
    const folder = join(place, FOLDER);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .slice(0, MOST_FILES)
      .flatMap((name) => {
        const path = join(folder, name);
        const file = room.bytes > 0 ? readWorkflowFile(path, roots, services) : undefined;
        if (file) {
          room.bytes -= file.text.length;
          // What is refused at a glance takes no time.
          const parts = partsIn(file.text);
          room.parts -= parts > MOST_PARTS ? 0 : parts;
        }
        if (room.bytes > 0 && room.parts > 0) return file ?? [];
        onLeftOut(path);
        return [];
      });
  });
}

/** Undefined where it is none, or leads to what is not open, or not for agents. */
function readWorkflowFile(
  path: string,
  roots: readonly string[],
  { readText }: Pick<Services, 'readText'>,
): WorkflowFile | undefined {
  const text = isSmall(path) ? readText(path, roots) : undefined;
  return text === undefined ? undefined : { path, text };
}

function isSmall(path: string): boolean {
  try {
    return statSync(path).size <= MOST_BYTES;
  } catch {
    return false;
  }
}
