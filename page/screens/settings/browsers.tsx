import { visible } from '../../../src/core/text/visible.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Failed } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

/** The browsers that were let in, and a link for another. */
export function Browsers() {
  const sessions = useRead('page/sessions', {});
  const end = useAct('page/sign-out', ['page/sessions']);
  const link = useAct('page/link');
  return (
    <Panel
      title="Browsers"
      actions={<Button onClick={() => link.mutate({})}>Make a link for another browser</Button>}
    >
      {link.data && (
        <div className="flex flex-col gap-2 border-line border-b p-4">
          <p>It works once. Anybody who opens it can decide what agents may do.</p>
          <CopyText text={link.data.url} label="Link to the page" />
        </div>
      )}
      {(end.error ?? link.error) && <Failed error={end.error ?? link.error} />}
      <Answer of={sessions} what="browsers">
        {({ sessions: all }) => (
          <ul aria-label="Browsers" className="divide-y divide-line">
            {all.slice(0, 100).map(({ id, browser, createdAt, lastUsedAt, isThisOne }) => (
              <li key={id} className="flex flex-wrap items-center gap-2 px-4 py-2.5">
                {isThisOne && <Badge look="good">this one</Badge>}
                <span className="min-w-0 flex-1 truncate">{visible(browser) || 'unknown browser'}</span>
                <span className="text-soft text-xs">
                  since <Ago at={createdAt} />, used <Ago at={lastUsedAt} />
                </span>
                <Button look="bad" onClick={() => end.mutate({ id })}>
                  {isThisOne ? 'Sign out here' : 'Sign out'}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Answer>
    </Panel>
  );
}
