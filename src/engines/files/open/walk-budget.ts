/** In parts of paths, which the system walks for us: links that go deep and back make millions of a few short names. */
const MOST_OF_ONE = 200_000;
/** What all paths together may cost before somebody else gets a turn: about a second. */
const MOST_IN_TURN = 5_000_000;
/** What is left for one path after that. It is plenty for one without links. */
const MOST_AFTER = 20_000;

/** A call to the system costs as much as so many parts. */
const CALL = 20;

let spent = 0;

/** What it costs to find out where one path leads. */
export interface Walk {
  /** Whether others took all there is for this turn. */
  readonly isLate: boolean;
  /** Notes that so many parts were gone through; false where that is too much for one path. */
  goOn(parts: number): boolean;
  /** The same for a look at a path. */
  lookAt(path: string): boolean;
  /** The kernel went all the way, beside us. */
  again(times: number): void;
}

export function newWalk(): Walk {
  const isLate = spent >= MOST_IN_TURN;
  const most = isLate ? MOST_AFTER : MOST_OF_ONE;
  let own = 0;
  const goOn = (parts: number): boolean => {
    own += parts;
    spend(parts);
    return own <= most;
  };
  return {
    isLate,
    goOn,
    // A part has at least one letter.
    lookAt: (path) => goOn(CALL + path.length / 2),
    again: (times) => spend(times * own),
  };
}

function spend(parts: number): void {
  if (spent === 0) setImmediate(() => (spent = 0)).unref();
  spent += parts;
}
