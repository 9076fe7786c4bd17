/** Patches of several files under one budget: the small ones stay whole, a large one ends after a hunk that still fits, or in its first. */
export function cutPatches(patches: readonly string[], maxBytes: number): string[] {
  const kept = [...patches];
  const bySize = patches.map((patch, i) => ({ bytes: Buffer.byteLength(patch), i }));
  let left = maxBytes;
  for (const { i } of bySize.sort((a, b) => a.bytes - b.bytes)) {
    const cut = cutAfterHunk(patches[i] ?? '', left);
    kept[i] = cut;
    left -= Buffer.byteLength(cut);
  }
  return kept;
}

function cutAfterHunk(patch: string, maxBytes: number): string {
  if (Buffer.byteLength(patch) <= maxBytes) return patch;
  const [header = '', ...hunks] = patch.split(/^(?=@@)/m);
  let kept = '';
  let bytes = Buffer.byteLength(header);
  for (const hunk of hunks) {
    bytes += Buffer.byteLength(hunk);
    if (bytes > maxBytes) break;
    kept += hunk;
  }
  return kept === '' ? cutInHunk(header, hunks[0] ?? '', maxBytes) : header + kept;
}

// Begins like git's own remark on a missing line end: no line of content does.
export const CUT = '\\ Cut here: the rest of this hunk is more than maxBytes\n';

/** As many lines of the first hunk as there is room for: what was asked for must not vanish. */
function cutInHunk(header: string, hunk: string, maxBytes: number): string {
  const room = maxBytes - Buffer.byteLength(header + CUT);
  if (room <= 0) return '';
  const head = Buffer.from(hunk).subarray(0, room);
  const lines = head.subarray(0, head.lastIndexOf('\n') + 1).toString();
  // A header alone says nothing the statistics do not say.
  return /\n./.test(lines) ? header + lines + CUT : '';
}
