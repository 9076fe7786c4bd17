import { Pause, Play, Square } from 'lucide-react';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { shownPrincipal } from '../../ui/shown-principal.ts';
import { Answer, Failed } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

const LOOKS = { running: 'good', paused: 'warn', stopped: 'bad' } as const;
const MOST = 50;

/** Who has called, and the way to hold or end them. */
export function Agents() {
  const agents = useRead('agents/list', {}, { refreshOn: ['agent.state'], everyMs: 5000 });
  const set = useAct('agents/set', ['agents/list']);
  return (
    <Panel title="Agents">
      <Answer of={agents} what="agents">
        {({ agents: all }) =>
          all.length === 0 ? (
            <p className="px-4 py-3 text-soft">No agent is connected.</p>
          ) : (
            <ul aria-label="Agents" className="divide-y divide-line">
              {all.slice(0, MOST).map(({ session, principal, client, state, calls, lastCallAt }) => (
                <li key={session} className="flex flex-wrap items-center gap-2 px-4 py-2">
                  <Badge look={LOOKS[state]}>{state}</Badge>
                  <span className="min-w-0 flex-1 basis-40 truncate">
                    <span className="font-medium">{visible(client)}</span>{' '}
                    <span className="text-soft">{shownPrincipal(principal)}</span>
                  </span>
                  <span className="text-soft text-xs">
                    {lastCallAt === null ? (
                      'no call yet'
                    ) : (
                      <>
                        {calls} {calls === 1 ? 'call' : 'calls'}, the last <Ago at={lastCallAt} />
                      </>
                    )}
                  </span>
                  {state !== 'running' && (
                    <Button
                      aria-label={`Resume ${client}`}
                      onClick={() => set.mutate({ name: session, state: 'running' })}
                      icon={<Play aria-hidden size={13} />}
                    >
                      Resume
                    </Button>
                  )}
                  {state === 'running' && (
                    <Button
                      aria-label={`Pause ${client}`}
                      onClick={() => set.mutate({ name: session, state: 'paused' })}
                      icon={<Pause aria-hidden size={13} />}
                    >
                      Pause
                    </Button>
                  )}
                  {state !== 'stopped' && (
                    <Button
                      look="bad"
                      aria-label={`Stop ${client}`}
                      onClick={() => set.mutate({ name: session, state: 'stopped' })}
                      icon={<Square aria-hidden size={13} />}
                    >
                      Stop
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
      {set.error && <Failed error={set.error} />}
    </Panel>
  );
}
