import { basename } from 'node:path';
import type { Rule } from '../core/approval/rule.ts';
import { isSecretFile, isSecretPlace } from '../core/path/sensitive-paths.ts';
import { MANAGER_SETTINGS } from '../core/process/package-scripts.ts';
import type { Reach } from '../engines/files/open/reach.ts';
import { readText } from '../engines/files/read/read-text.ts';
import { deniedPaths } from '../gate/policy/denied-paths.ts';
import { judgeName } from '../gate/risk/paths/judge-named-path.ts';
import type { Surroundings } from '../gate/risk/place.ts';

type Facts = Parameters<typeof judgeName>[2];

/**
 * Reads files for the gate. What it finds there decides how a call is judged, and words of it get into what agents are
 * told; so nothing is read that read_file would refuse, or would have a person asked about.
 */
export const createReadText =
  (facts: Facts, rules: () => readonly Rule[]): Surroundings['readText'] =>
  (path, roots, { session = '', onWithheld = () => {} } = {}) => {
    const reach: Reach = {
      roots,
      cwd: undefined,
      denied: deniedPaths(rules(), { tool: 'read_file', session }),
      judge: (name, access) => {
        const { isForbidden, isProtected, ...judged } = judgeName(name, access, facts, {
          cwd: undefined,
          roots,
        });
        return { ...judged, isRefused: isForbidden === true || isProtected === true };
      },
    };
    if (!isSecretFile(path) && !isSecretPlace(path, facts.home)) return readText(path, reach, { onWithheld });
    const text = readText(path, reach);
    if (MANAGER_SETTINGS.includes(basename(path))) return text && namesIn(text);
    if (text !== undefined) onWithheld(path);
    return undefined;
  };

/** What is set in a file that may hold tokens, and to nothing. */
const namesIn = (text: string): string =>
  text
    .split('\n')
    .flatMap((line) => /^[ \t]*([A-Za-z-]{1,40})[ \t]*[=:]/.exec(line)?.[0] ?? [])
    .join('\n');
