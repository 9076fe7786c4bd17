import { join } from 'node:path';
import type { Config } from '../core/config.ts';
import type { FilesParts } from '../engines/files/files.ts';
import { judgePath } from '../gate/risk/path-risk.ts';
import { placeOf } from '../gate/risk/place.ts';
import { known } from '../gate/risk/words.ts';
import { surroundingsOf } from './surroundings.ts';

const DAY_MS = 86_400_000;

/** What the files engine works with; where links lead is judged as the gate judges what a caller writes. */
export function filesParts(config: Config, dataDir: string): FilesParts {
  const surroundings = surroundingsOf(config, dataDir);
  return {
    pageBytes: config.outputBudgetBytes,
    maxWriteBytes: config.maxWriteBytes,
    trash: { place: join(dataDir, 'trash'), keepMs: config.trashDays * DAY_MS },
    judge: (path, access, reach) => {
      const { isForbidden, isProtected, ...judged } = judgePath(
        known(path),
        access,
        placeOf(surroundings, reach),
      );
      return { ...judged, isRefused: isForbidden === true || isProtected === true };
    },
  };
}
