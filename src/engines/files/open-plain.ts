import { resolve } from 'node:path';
import { type CLibrary, CLOSE_ON_EXEC, cLibrary, loadCLibrary } from '../system/c-library.ts';

/** To load the C library takes as long as what it saves of some hundred files. */
const WORTH_IT = 100;
let opened = 0;
let open: ReturnType<typeof createOpen> | undefined;

/**
 * Opens a path that leads over no link, which the system itself makes sure of: the descriptor then points to where the
 * path says, and need not be asked. Undefined where it does lead over one, cannot be opened, or there is no such call.
 */
export function openPlain(path: string, flags: number): number | undefined {
  const library = cLibrary();
  if (!library) {
    if (++opened === WORTH_IT) void loadCLibrary();
    return undefined;
  }
  // The C library would take no notice of what stands behind a NUL, and half a character is opened as U+FFFD.
  if (resolve(path) !== path || path.includes('\0') || !path.isWellFormed()) return undefined;
  open ??= createOpen(library);
  const fd = open(path, flags);
  return fd < 0 ? undefined : fd;
}

const OPENAT2 = 437;
const CURRENT_DIRECTORY = -100;
const RESOLVE_NO_SYMLINKS = 0x04n;

function createOpen(library: CLibrary) {
  const call = library.declare('long syscall(long number, int at, const char *path, void *how, size_t size)');
  const howWith = new Map<number, BigUint64Array>();
  return (path: string, flags: number): number => {
    // Flags, the mode of a new file, and how the path is followed.
    const how =
      howWith.get(flags) ?? new BigUint64Array([BigInt(flags | CLOSE_ON_EXEC), 0n, RESOLVE_NO_SYMLINKS]);
    howWith.set(flags, how);
    return call(OPENAT2, CURRENT_DIRECTORY, path, how, how.byteLength);
  };
}
