import { useRead } from '../api/use-acts.ts';

/** What is open to agents: registered projects, and what the host was started with, which has no screen of its own. */
export function useOpenDirectories() {
  const projects = useRead('projects/list', {}, { refreshOn: ['projects.changed'] });
  const status = useRead('status', {}, { refreshOn: ['projects.changed'] });
  const registered = projects.data?.projects ?? [];
  const unregistered = (status.data?.roots ?? []).filter(
    (root) => !registered.some(({ path }) => path === root),
  );
  return { projects, registered, unregistered };
}
