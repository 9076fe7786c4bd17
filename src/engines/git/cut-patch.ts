/** Patches of several files under one budget: the small ones stay whole, a large one ends after a hunk that still fits. */
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
  // A header alone says nothing the statistics do not say.
  return kept === '' ? '' : header + kept;
}
