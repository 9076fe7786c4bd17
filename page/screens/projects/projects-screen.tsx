import { useNavigate, useParams } from '@tanstack/react-router';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct } from '../../api/use-acts.ts';
import { useOpenDirectories } from '../../live/use-open-directories.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel, ScreenPage } from '../../ui/screen-page.tsx';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { ProjectView } from './project-view.tsx';

const MOST = 200;

/** The directories that are open to agents, and what is in them. */
export default function ProjectsScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  const { projects, unregistered } = useOpenDirectories();
  return (
    <ScreenPage
      title="Projects"
      about="Directories that are open to agents: scripts, git, processes and workflows."
    >
      <AddProject />
      <Unregistered paths={unregistered} />
      <Answer of={projects} what="projects">
        {({ projects: all }) => {
          if (all.length === 0 && id === undefined)
            return (
              <Empty title="No project is registered">
                {unregistered.length === 0
                  ? 'Add a directory above. Agents may use what is in it.'
                  : 'Register an open directory above to see its scripts, git and processes here.'}
              </Empty>
            );
          const chosen = id === undefined ? all[0] : all.find((project) => project.id === id);
          return (
            <div className="grid min-w-0 gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
              <ul aria-label="Projects" className="flex min-w-0 flex-col gap-1.5">
                {all.slice(0, MOST).map((project) => (
                  <li key={project.id}>
                    <button
                      type="button"
                      aria-current={project.id === chosen?.id ? 'true' : undefined}
                      onClick={() => void navigate({ to: `/projects/${project.id}` })}
                      className={`w-full min-w-0 rounded-lg border bg-panel px-3 py-2 text-left ${project.id === chosen?.id ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
                    >
                      <span className="block truncate font-medium">{visible(project.name)}</span>
                      <span className="block truncate text-soft text-xs">{visible(project.path)}</span>
                      {!project.isOpen && <span className="block text-warn text-xs">Not open to agents</span>}
                    </button>
                  </li>
                ))}
              </ul>
              {chosen ? (
                <div className="flex min-w-0 flex-col gap-4">
                  {!chosen.isOpen && <NotOpen />}
                  <ProjectView key={chosen.id} id={chosen.id} />
                </div>
              ) : (
                <Empty title={`There is no project ${visible(id ?? '')}`}>
                  It may have been closed to agents. Choose one from the list.
                </Empty>
              )}
            </div>
          );
        }}
      </Answer>
    </ScreenPage>
  );
}

/** The host was given its directories, and this is none of them. */
const NotOpen = () => (
  <p role="note" className="rounded-lg bg-warn-ground px-4 py-2 text-sm text-warn">
    Agents cannot use this directory: Toolgate was started for other directories. Start it with{' '}
    <code className="font-mono">--root</code> for this one too, or add it to{' '}
    <code className="font-mono">roots</code> in the configuration.
  </p>
);

/** A root the host was started with: agents may use it, and there is nothing to see of it until it is registered. */
function Unregistered({ paths }: { readonly paths: readonly string[] }) {
  const add = useAct('projects/add', ['projects/list']);
  if (paths.length === 0) return null;
  return (
    <Panel title="Open since the host was started">
      <ul aria-label="Open directories" className="divide-y divide-line">
        {paths.slice(0, MOST).map((path) => (
          <li key={path} className="flex flex-wrap items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1 basis-60">
              <code className="block break-all font-mono text-[13px]">{visible(path)}</code>
              <span className="text-soft text-xs">Agents may use it. It is not registered as a project.</span>
            </span>
            <Button
              aria-label={`Register as a project: ${path}`}
              disabled={add.isPending}
              onClick={() => add.mutate({ path })}
            >
              Register as a project
            </Button>
          </li>
        ))}
      </ul>
      {add.error && <Failed error={add.error} />}
    </Panel>
  );
}

function AddProject() {
  const add = useAct('projects/add', ['projects/list']);
  return (
    <Panel>
      <div className="p-4">
        <Form
          fields={[
            {
              name: 'path',
              label: 'Directory to open to agents',
              placeholder: '/home/me/project',
              isMono: true,
            },
          ]}
          initial={{ path: '' }}
          submit="Add project"
          isBusy={add.isPending}
          error={add.error}
          onSubmit={({ path }, { clear }) =>
            add.mutate({ path: path.trim() }, { onSuccess: () => clear('path') })
          }
        />
      </div>
    </Panel>
  );
}
