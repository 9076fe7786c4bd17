import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { usePending } from '../../live/use-pending.ts';
import { ScreenPage } from '../../ui/screen-page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Decided } from './decided.tsx';
import { Inbox } from './inbox.tsx';

/** What agents ask, and what was answered. */
export default function ApprovalsScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  const { waiting } = usePending();
  const [tab, setTab] = useState('waiting');
  return (
    <ScreenPage title="Approvals" about="What agents want to do and may not do without you.">
      <Tabs
        label="Approvals"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'waiting',
            title: `Waiting (${waiting.length})`,
            content: (
              <Inbox
                chosen={id}
                onChoose={(next) =>
                  void navigate({ to: next === undefined ? '/approvals' : `/approvals/${next}` })
                }
              />
            ),
          },
          { value: 'decided', title: 'Decided', content: <Decided /> },
        ]}
      />
    </ScreenPage>
  );
}
