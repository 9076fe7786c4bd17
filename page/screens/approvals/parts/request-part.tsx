import { Send } from 'lucide-react';
import { visible } from '../../../../src/core/text/visible.ts';
import { TextBlock } from '../../../ui/text-block.tsx';
import { Box } from './box.tsx';
import type { PartOf } from './part.tsx';

/** What is sent, and to which server: its name stands out, since that decides who gets the data. */
export function RequestPart({ part }: { readonly part: PartOf<'request'> }) {
  const { method, url, headers, body, signedWith } = part;
  const [before, server, rest] = splitUrl(url);
  return (
    <Box
      label="Request"
      icon={<Send aria-hidden size={14} />}
      head={
        <>
          <span className="rounded bg-panel px-1.5 py-0.5 font-semibold text-xs">{visible(method)}</span>
          <code className="min-w-0 break-all font-mono text-[13px]">
            <span className="text-soft">{visible(before)}</span>
            <strong>{visible(server)}</strong>
            {visible(rest)}
          </code>
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-2">
        {headers.length > 0 && (
          <p className="break-words text-soft text-xs">
            Headers: <span className="text-ink">{visible(headers.join(', '))}</span>
          </p>
        )}
        {signedWith !== undefined && (
          <p className="break-words text-soft text-xs">
            Signed with the stored secret <span className="text-ink">{visible(signedWith)}</span>
          </p>
        )}
        {body === '' ? (
          <p className="text-soft text-xs">No body.</p>
        ) : (
          <TextBlock text={body} label="Payload" isBare />
        )}
      </div>
    </Box>
  );
}

function splitUrl(url: string): [string, string, string] {
  const [, before = '', server = '', rest = ''] = /^([a-z]+:\/\/)?([^/?#]*)(.*)$/is.exec(url) ?? [];
  return [before, server, rest];
}
