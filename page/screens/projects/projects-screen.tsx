import { useNavigate, useParams } from '@tanstack/react-router';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Form } from '../../ui/form.tsx';
import { Panel, ScreenPage } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { ProjectView } from './project-view.tsx';

const MOST = 200;

/** The directories that are open to agents, and what is in them. */
export default function ProjectsScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  const projects = useRead('projects/list', {}, { refreshOn: ['projects.changed'] });
  return (
    <ScreenPage
      title="Projects"
      about="Directories that are open to agents: scripts, git, processes and workflows."
    >
      <AddProject />
      <Answer of={projects} what="projects">
        {({ projects: all }) => {
          const chosen = all.find((project) => project.id === id) ?? all[0];
          if (!chosen)
            return (
              <Empty title="No project is registered">
                Add a directory above. Agents may use what is in it.
              </Empty>
            );
          return (
            <div className="grid min-w-0 gap-4 lg:grid-cols-[16rem_minmax(0,1fr)]">
              <ul aria-label="Projects" className="flex min-w-0 flex-col gap-1.5">
                {all.slice(0, MOST).map((project) => (
                  <li key={project.id}>
                    <button
                      type="button"
                      aria-current={project.id === chosen.id ? 'true' : undefined}
                      onClick={() => void navigate({ to: `/projects/${project.id}` })}
                      className={`w-full min-w-0 rounded-lg border bg-panel px-3 py-2 text-left ${project.id === chosen.id ? 'border-accent ring-1 ring-accent' : 'border-line'}`}
                    >
                      <span className="block truncate font-medium">{visible(project.name)}</span>
                      <span className="block truncate text-soft text-xs">{visible(project.path)}</span>
                    </button>
                  </li>
                ))}
              </ul>
              <ProjectView key={chosen.id} id={chosen.id} />
            </div>
          );
        }}
      </Answer>
    </ScreenPage>
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
