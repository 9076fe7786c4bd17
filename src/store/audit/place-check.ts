import { statSync } from 'node:fs';

/** How often one looks who does not look every time. */
const LOOK_EVERY_MS = 1000;

/** Looks whether a file that is held open is still the one that others find under its path; throws if not. */
export interface PlaceCheck {
  assertStillThere(): void;
  /** For what happens too often to look every time. */
  assertNowAndThen(): void;
}

export function createPlaceCheck(path: string, onLost: () => void): PlaceCheck {
  const first = statSync(path);
  let lookedAt = performance.now();
  const assertStillThere = (): void => {
    lookedAt = performance.now();
    const now = statSync(path, { throwIfNoEntry: false });
    if (now?.ino === first.ino && now.dev === first.dev) return;
    onLost();
    throw new Error(`${path} was taken away while it was in use`);
  };
  return {
    assertStillThere,
    assertNowAndThen: () => {
      if (performance.now() - lookedAt > LOOK_EVERY_MS) assertStillThere();
    },
  };
}
