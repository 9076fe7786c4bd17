import { counted } from '../../../core/text/counted.ts';
import type { OpenTree } from '../trees.ts';

export interface Trust {
  readonly tier: 'semantic' | 'graph' | 'syntax' | 'text';
  readonly complete: boolean;
  readonly reason?: string;
}

/** How much of the tree an answer knows. */
export interface IndexState {
  readonly state: 'ready' | 'building';
  readonly files: number;
  readonly filesRead: number;
}

export const indexState = ({ progress }: OpenTree): IndexState => ({
  state: progress.isReady ? 'ready' : 'building',
  files: progress.files,
  filesRead: progress.read,
});

const WAIT_MS = 300;
/** More files than this are not read in that time. */
const SOON_READ = 600;

/** Waits for an index that is nearly built; else those files are read first that hold the name. */
export async function waitIfSoon(open: OpenTree): Promise<void> {
  if (open.progress.files - open.progress.read < SOON_READ) await open.wait(WAIT_MS);
}

/** What the state of the index keeps an answer from knowing. */
export function indexDoubts({ progress, filesLeftOut }: OpenTree): string[] {
  const tooMany = filesLeftOut + progress.leftOut;
  return [
    ...(progress.isReady
      ? []
      : [`the index is being built (${progress.read} of ${counted(progress.files, 'file')})`]),
    ...(tooMany > 0 ? [`${counted(tooMany, 'file is', 'files are')} more than the index takes`] : []),
  ];
}

const MOST_SHOWN = 3;

/** The doubts in a sentence; undefined where there are none. */
export function reasonOf(doubts: readonly string[]): string | undefined {
  if (doubts.length === 0) return undefined;
  const more = doubts.length > MOST_SHOWN ? `; and ${doubts.length - MOST_SHOWN} more` : '';
  const said = doubts.slice(0, MOST_SHOWN).join('; ') + more;
  // A path keeps its letters.
  return /^[a-z]+\s/.test(said) ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}
