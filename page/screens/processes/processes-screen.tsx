import { useNavigate, useParams } from '@tanstack/react-router';
import { useRead } from '../../api/use-acts.ts';
import { ScreenPage } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { ProcessOutput } from './process-output.tsx';
import { ProcessRow } from './process-row.tsx';

const MOST = 200;

/** What runs in the background for all agents, with what it prints. */
export default function ProcessesScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  const processes = useRead(
    'processes/list',
    {},
    { refreshOn: ['process.started', 'process.ended'], everyMs: 3000 },
  );
  const choose = (next: string): void => void navigate({ to: `/processes/${next}` });
  return (
    <ScreenPage
      title="Processes"
      about="Servers, watchers and long commands that agents started in the background."
    >
      <Answer of={processes} what="processes">
        {({ processes: all }) => {
          const chosen = all.find(({ processId }) => processId === id) ?? all[0];
          if (!chosen)
            return (
              <Empty title="Nothing runs in the background">
                A dev server or another long command that an agent starts shows up here, with its ports and
                output.
              </Empty>
            );
          return (
            <div className="grid min-w-0 gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
              <ul aria-label="Processes" className="flex min-w-0 flex-col gap-2">
                {all.slice(0, MOST).map((process) => (
                  <ProcessRow
                    key={process.processId}
                    process={process}
                    isChosen={process.processId === chosen.processId}
                    onChoose={choose}
                  />
                ))}
              </ul>
              <ProcessOutput
                key={chosen.processId}
                processId={chosen.processId}
                name={chosen.name}
                isRunning={chosen.status === 'running' || chosen.status === 'starting'}
              />
            </div>
          );
        }}
      </Answer>
    </ScreenPage>
  );
}
