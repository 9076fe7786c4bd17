import { secretsInDependencies } from './dependency-secrets.ts';
import { findInWorkspace, type WorkspaceFinds } from './workspace-index.ts';

/** Looks through a root, and through the dependencies in it. */
export async function findWithin(root: string): Promise<WorkspaceFinds> {
  const found = await findInWorkspace(root);
  const inside = await secretsInDependencies(found.dependencies);
  return { ...found, secrets: [...found.secrets, ...inside] };
}
