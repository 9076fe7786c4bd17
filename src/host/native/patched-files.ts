interface PatchedFile {
  readonly path: string;
  readonly access: 'write' | 'delete';
}

const HEADER = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+?)\s*$/gm;

/** Every file that a patch in the form of `apply_patch` changes; a moved one under both names. */
export const patchedFiles = (patch: string): PatchedFile[] =>
  [...patch.matchAll(HEADER)].map(([, what = '', path = '']) => ({
    path,
    access: what === 'Delete File' ? 'delete' : 'write',
  }));
