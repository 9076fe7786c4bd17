import { useNavigate, useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { ScreenPage } from '../../ui/screen-page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Actions } from './actions.tsx';
import { Editor } from './editor/editor-screen.tsx';
import { Run } from './run/run-screen.tsx';
import { RunList } from './run-list.tsx';
import { Schedules } from './schedules.tsx';
import { Templates } from './templates.tsx';
import { Webhooks } from './webhooks.tsx';
import { WorkflowList } from './workflow-list.tsx';

/** Workflows, their runs, and what starts them. */
export default function WorkflowsScreen() {
  const { part, id } = useParams({ strict: false }) as { part?: string; id?: string };
  const navigate = useNavigate();
  if (part === 'new') return <Editor />;
  if (part === 'edit' && id !== undefined) return <Editor key={id} id={id} />;
  if (part === 'runs' && id !== undefined) return <Run key={id} id={id} />;
  return (
    <ScreenPage
      title="Workflows"
      about="Steps that run in order or as a graph: by hand, at their times, or when a webhook is called."
      actions={
        <Button
          look="primary"
          onClick={() => void navigate({ to: '/workflows/new' })}
          icon={<Plus aria-hidden size={15} />}
        >
          New workflow
        </Button>
      }
    >
      <Tabs
        label="Workflows"
        value={part ?? 'list'}
        onChange={(next) => void navigate({ to: next === 'list' ? '/workflows' : `/workflows/${next}` })}
        tabs={[
          { value: 'list', title: 'Workflows', content: <WorkflowList /> },
          { value: 'runs', title: 'Runs', content: <RunList /> },
          { value: 'schedules', title: 'Schedules', content: <Schedules /> },
          { value: 'actions', title: 'Actions', content: <Actions /> },
          { value: 'webhooks', title: 'Webhooks', content: <Webhooks /> },
          { value: 'templates', title: 'Templates', content: <Templates /> },
        ]}
      />
    </ScreenPage>
  );
}
