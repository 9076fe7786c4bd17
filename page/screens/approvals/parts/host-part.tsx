import { KeyRound, Server, TriangleAlert } from 'lucide-react';
import { visible } from '../../../../src/core/text/visible.ts';
import { Box } from './box.tsx';
import type { PartOf } from './part.tsx';

/** Which machine it is about, who one is there, and the keys by which it is known. */
export function HostPart({ part }: { readonly part: PartOf<'host'> }) {
  const { name, user, address, port, through, keys } = part;
  return (
    <Box
      label={`Host ${name}`}
      icon={<Server aria-hidden size={15} />}
      head={
        <>
          <span className="break-words font-semibold">{visible(name)}</span>
          <code className="min-w-0 break-all font-mono text-[13px]">
            {visible(`${user}@${address}:${port}`)}
          </code>
          {through !== undefined && (
            <span className="break-words text-soft text-xs">through {visible(through)}</span>
          )}
        </>
      }
    >
      {keys.length === 0 ? (
        <p className="flex items-center gap-2 text-warn text-xs">
          <TriangleAlert aria-hidden className="shrink-0" size={14} />
          No key of this host is known yet, so nobody can tell whether it is the right one.
        </p>
      ) : (
        <ul aria-label="Host keys" className="flex flex-col gap-1">
          {keys.map((key) => (
            <li key={key} className="flex items-start gap-2">
              <KeyRound aria-hidden className="mt-0.5 shrink-0 text-soft" size={14} />
              <code className="min-w-0 break-all font-mono text-xs">{visible(key)}</code>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}
