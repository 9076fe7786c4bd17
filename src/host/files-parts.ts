import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import type { FilesParts } from '../engines/files/files.ts';
import { judgeName } from '../gate/risk/paths/judge-named-path.ts';
import { surroundingsOf } from './surroundings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const DAY_MS = 86_400_000;

/** What the files engine works with; where links lead is judged as the gate judges what a caller writes. */
export function filesParts(config: Config, dataDir: string, env: Environment): FilesParts {
  const surroundings = surroundingsOf(config, dataDir, env);
  return {
    pageBytes: config.outputBudgetBytes,
    maxWriteBytes: config.maxWriteBytes,
    trash: { place: join(dataDir, 'trash'), keepMs: config.trashDays * DAY_MS },
    judge: (path, access, reach) => {
      const { isForbidden, isProtected, ...judged } = judgeName(path, access, surroundings, reach);
      return { ...judged, isRefused: isForbidden === true || isProtected === true };
    },
  };
}
