import { CircleCheck } from 'lucide-react';
import { visible } from '../../../../src/core/text/visible.ts';
import type { Draft } from './use-document.ts';

/** What is wrong with the document, with the line it stands in. */
export function Problems({ draft }: { readonly draft: Draft }) {
  const { problems, isChecked } = draft;
  return (
    <div role="status">
      {problems.length === 0 ? (
        <p className={`flex items-center gap-1.5 text-sm ${isChecked ? 'text-good' : 'text-soft'}`}>
          {isChecked && <CircleCheck aria-hidden size={15} />}
          {isChecked ? 'The workflow is right.' : 'Checking …'}
        </p>
      ) : (
        <ul aria-label="Problems" className="flex flex-col gap-1 rounded-md bg-bad-ground px-3 py-2 text-bad">
          {problems.slice(0, 20).map(({ line, field, message }) => (
            <li key={`${line}-${field}-${message}`} className="break-words">
              Line {line}
              {field !== '' && `, ${visible(field)}`}: {visible(message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
