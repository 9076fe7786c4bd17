/** The name of something in the trash: which entry it is, and where it was. */
export interface TrashPath {
  readonly id: string;
  readonly path: string;
}

export const formatTrashPath = ({ id, path }: TrashPath): string => `trash:${id}:${path}`;

/** Undefined for what no delete answered; the trash itself knows whether there is such an entry. */
export function parseTrashPath(text: string): TrashPath | undefined {
  const [, id, path] = /^trash:([0-9a-z-]+):(.+)$/s.exec(text) ?? [];
  return id === undefined || path === undefined ? undefined : { id, path };
}
