import { FileCode2 } from 'lucide-react';
import { visible } from '../../../../src/core/text/visible.ts';
import { Box } from './box.tsx';
import type { PartOf } from './part.tsx';

const MOST = 100;

/** The command, and below it what each script behind it says: that is what really runs. */
export function ScriptPart({ part }: { readonly part: PartOf<'script'> }) {
  const { directory, commands, scripts } = part;
  return (
    <Box
      label="Scripts"
      icon={<FileCode2 aria-hidden size={15} />}
      head={
        <span className="min-w-0 break-words text-soft text-xs">
          in <code className="font-mono text-ink">{visible(directory)}</code>
        </span>
      }
    >
      <div className="flex min-w-0 flex-col gap-2">
        {commands.map((line) => (
          <code key={line} className="whitespace-pre-wrap break-words font-mono text-[13px]">
            <span aria-hidden className="select-none text-soft">
              ${' '}
            </span>
            {visible(line)}
          </code>
        ))}
        {scripts.length > 0 && (
          <table className="w-full table-fixed text-left text-[13px]">
            <caption className="pb-1 text-left text-soft text-xs">
              {scripts.length === 1 ? 'The script behind it' : `The ${scripts.length} scripts behind it`}
            </caption>
            <colgroup>
              <col className="w-28 sm:w-44" />
              <col />
            </colgroup>
            <thead className="sr-only">
              <tr>
                <th scope="col">Script</th>
                <th scope="col">Command</th>
              </tr>
            </thead>
            <tbody>
              {scripts.slice(0, MOST).map(({ name, directory: place, command }) => (
                <tr key={`${place}\n${name}`} className="border-line border-t align-top">
                  <th scope="row" className="break-words py-1 pr-3 font-medium">
                    {visible(name)}
                    {place !== directory && (
                      <span className="block break-all font-normal text-soft text-xs">{visible(place)}</span>
                    )}
                  </th>
                  <td className="py-1">
                    <code className="whitespace-pre-wrap break-words font-mono">{visible(command)}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {scripts.length > MOST && (
          <p className="text-soft text-xs">And {scripts.length - MOST} more; the package.json has them.</p>
        )}
      </div>
    </Box>
  );
}
