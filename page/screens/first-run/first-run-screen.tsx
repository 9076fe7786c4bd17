import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { useRead } from '../../api/use-acts.ts';
import { useOpenDirectories } from '../../live/use-open-directories.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Panel, ScreenPage } from '../../ui/screen-page.tsx';
import { Answer } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

/** From nothing to the first call: each step says when it is done. */
export default function FirstRunScreen() {
  const { registered, unregistered } = useOpenDirectories();
  const clients = useRead('clients', {});
  const calls = useRead('calls/list', { limit: 5 }, { refreshOn: ['call.finished', 'approval.asked'] });
  const open = [...registered.map(({ name }) => name), ...unregistered];
  const [first] = calls.data?.calls ?? [];
  return (
    <ScreenPage title="Get started" about="Three steps until an agent works through Toolgate.">
      <Step number={1} title="Open a directory to agents" isDone={open.length > 0}>
        {open.length > 0 ? (
          <p>
            {open
              .slice(0, 5)
              .map((name) => visible(name))
              .join(', ')}
            : open.{' '}
            <Link to="/projects" className="text-accent underline">
              See projects
            </Link>
          </p>
        ) : (
          <p>
            <Link to="/projects" className="text-accent underline">
              Add a project
            </Link>
            , or start the host with <code className="font-mono">--root DIR</code>.
          </p>
        )}
      </Step>
      <Step number={2} title="Connect an agent" isDone={first !== undefined}>
        <Answer of={clients} what="clients">
          {({ clients: all }) => (
            <div className="flex flex-col gap-2">
              <p>For {all[0]?.name}, in a terminal in your project:</p>
              <CopyText text={all[0]?.text ?? ''} label={`Configuration for ${all[0]?.name}`} />
              <p className="text-soft">
                Another client?{' '}
                <Link to="/settings" className="text-accent underline">
                  Settings
                </Link>{' '}
                has what to paste for each, under Connect.
              </p>
            </div>
          )}
        </Answer>
      </Step>
      <Step number={3} title="See its first call arrive" isDone={first !== undefined}>
        {first ? (
          <p>
            <span className="font-medium">{visible(first.client)}</span> called{' '}
            <code className="font-mono">{visible(first.tool)}</code> <Ago at={first.at} />.{' '}
            <Link to="/activity" className="text-accent underline">
              See all activity
            </Link>
          </p>
        ) : (
          <p role="status" className="text-soft">
            Ask your agent what changed in the project. Its call shows up here by itself.
          </p>
        )}
      </Step>
    </ScreenPage>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          {isDone ? (
            <CircleCheck aria-hidden size={18} className="text-good" />
          ) : (
            <CircleDashed aria-hidden size={18} className="text-soft" />
          )}
          {number}. {title}
          {isDone && <span className="sr-only">: done</span>}
        </span>
      }
    >
      <div className="p-4">{children}</div>
    </Panel>
  );
}
