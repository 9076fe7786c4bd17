import type { ReactNode } from 'react';
import { visible } from '../../../../src/core/text/visible.ts';

// Each piece has a longest length: a line of one sign only must not be looked through again from each place.
const PIECES =
  /(`[^`\n]{1,500}`|\*\*[^*\n]{1,500}\*\*|(?<![\w*])\*[^*\s][^*\n]{0,500}\*(?![\w*])|\[[^[\]\n]{1,300}\]\((?:[^()\s]|\([^()\s]{0,200}\)){1,1000}\))/;

/** Words with their code, weight and links. A link shows where it leads: its text is chosen by a model. */
export function Words({ text }: { readonly text: string }): ReactNode {
  return text.split(PIECES).map((piece, at) => {
    const key = `${at}`;
    return at % 2 === 1 ? <Marked key={key} text={piece} /> : <span key={key}>{visible(piece)}</span>;
  });
}

function Marked({ text }: { readonly text: string }): ReactNode {
  if (text.startsWith('`'))
    return (
      <code className="rounded bg-raised px-1 py-0.5 font-mono text-[13px]">
        {visible(text.slice(1, -1))}
      </code>
    );
  if (text.startsWith('**'))
    return (
      <strong>
        <Words text={text.slice(2, -2)} />
      </strong>
    );
  if (text.startsWith('*'))
    return (
      <em>
        <Words text={text.slice(1, -1)} />
      </em>
    );
  const [, words = '', address = ''] = /^\[(.*)\]\((.*)\)$/.exec(text) ?? [];
  return <Address words={words} address={address} />;
}

function Address({ words, address }: { readonly words: string; readonly address: string }) {
  const isWeb = /^https?:\/\//i.test(address) && URL.canParse(address);
  const shown = isWeb ? new URL(address).href : address;
  return (
    <>
      {words !== address && <>{visible(words)} (</>}
      {isWeb ? (
        <a href={shown} target="_blank" rel="noreferrer noopener" className="break-all text-accent underline">
          {visible(shown)}
        </a>
      ) : (
        <code className="break-all font-mono text-[13px]">{visible(shown)}</code>
      )}
      {words !== address && ')'}
    </>
  );
}
