import { useState } from 'react';
import { ScreenPage } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { Agents } from './agents.tsx';
import { CallDetail } from './call-detail.tsx';
import { CallList } from './call-list.tsx';
import { Filters } from './filters.tsx';
import { Timeline } from './timeline.tsx';
import { CALL_STATES, type CallState, type ShownCall, useCalls } from './use-calls.ts';

/** What all agents do, as they do it. */
export default function ActivityScreen() {
  const calls = useCalls();
  const [states, setStates] = useState<ReadonlySet<CallState>>(new Set(CALL_STATES));
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string | undefined>();
  // By its id: the record may know more of it a moment later.
  const chosen = calls.calls.find(({ callId }) => callId === chosenId);
  const matches = ({ state, tool, target, client, principal, risk }: ShownCall): boolean =>
    states.has(state) &&
    [tool, target, client, principal, risk ?? ''].join(' ').toLowerCase().includes(text.trim().toLowerCase());
  return (
    <ScreenPage title="Activity" about="Every call of every agent, as it happens.">
      <Agents />
      <Answer of={calls} what="calls">
        {() => {
          const shown = calls.calls.filter(matches);
          if (calls.calls.length === 0)
            return (
              <Empty title="No agent has called a tool yet">
                Connect one: Settings shows what to paste into your client. Its calls show up here by
                themselves.
              </Empty>
            );
          return (
            <>
              <Timeline calls={shown.slice(0, 60)} />
              <Filters
                states={states}
                onStates={setStates}
                text={text}
                onText={setText}
                count={shown.length}
              />
              <CallList calls={shown} onChoose={({ callId }) => setChosenId(callId)} />
            </>
          );
        }}
      </Answer>
      {chosen && <CallDetail call={chosen} onClose={() => setChosenId(undefined)} />}
    </ScreenPage>
  );
}
