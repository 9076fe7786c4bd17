import { basename } from 'node:path';
import { isAtLeast } from '../../../core/risk.ts';
import { type Finding, finding } from '../finding.ts';
import type { Place } from '../place.ts';

/** What makes a container no container, as a compose file says it. */
const SHARES_MACHINE: readonly RegExp[] = [
  /^\s*(?:-\s*)?["']?privileged["']?\s*:\s*["']?true\b/,
  /^\s*(?:-\s*)?["']?(network_mode|pid|ipc|userns_mode|uts|cgroup)["']?\s*:\s*["']?host\b/,
  /(docker|podman|containerd)\.sock\b/,
  /["']?cap_add["']?\s*:/,
  // A mount of the machine: `- /:/host`, `source: ~/.ssh`, `- ../..:/x`.
  /^\s*-\s*["']?(~|\/|\.\.|\$\{?HOME)[^:\s"']*["']?\s*:/,
  /^\s*(?:-\s*)?["']?source["']?\s*:\s*["']?(~|\/|\.\.|\$\{?HOME)/,
  /(?<=[[,{]\s*["']?(~|\/|\.\.|\$\{?HOME)[^:\s"',\]]*):\//,
];

/** What compose would start is told by its files: they are judged like the options of `docker run`. */
export function judgeContainerFiles(own: readonly Finding[], { notes, readText }: Place): Finding[] {
  if (!own.some(({ risk }) => isAtLeast(risk, 'MEDIUM'))) return [];
  const files = [...(notes?.told.keys() ?? [])].filter((path) => /\.ya?ml$/i.test(path));
  return files.flatMap((path) => {
    const line = readText?.(path)
      ?.split('\n')
      .find((one) => SHARES_MACHINE.some((pattern) => pattern.test(one)));
    return line === undefined
      ? []
      : [
          finding(
            'CRITICAL',
            `${basename(path)} gives a container access to the machine itself: ${line.trim().slice(0, 80)}`,
          ),
        ];
  });
}
