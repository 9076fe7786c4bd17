import { visible } from '../../../src/core/text/visible.ts';
import { Badge } from '../../ui/badge.tsx';
import { DiffView } from '../../ui/diff-view.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import type { Project } from './project-view.tsx';

const MOST = 100;

/** Branch and changes, what is staged, the log and the worktrees. */
export function GitPanels({ project }: { readonly project: Project }) {
  const { git } = project;
  if (!git)
    return (
      <Panel title="Git">
        <p className="break-words p-4 text-soft">{visible(project.problem ?? 'This is not a repository.')}</p>
      </Panel>
    );
  const diff = String(git.staged.diff ?? '');
  return (
    <>
      <Status status={git.status} />
      <Panel title="Staged changes">
        <div className="p-4">
          {diff === '' ? (
            <p className="text-soft">Nothing is staged.</p>
          ) : (
            <DiffView text={diff} label="Staged changes" />
          )}
        </div>
      </Panel>
      <div className="grid min-w-0 gap-4 xl:grid-cols-2">
        <Panel title="Log">
          <ul aria-label="Log" className="divide-y divide-line">
            {listIn(git.log, 'commits').map(({ hash, subject, author }) => (
              <li key={String(hash)} className="flex min-w-0 items-baseline gap-2 px-4 py-1.5">
                <code className="font-mono text-soft text-xs">{String(hash).slice(0, 8)}</code>
                <span className="min-w-0 flex-1 truncate">{visible(String(subject))}</span>
                <span className="max-w-32 truncate text-soft text-xs">{visible(nameOf(author))}</span>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Worktrees">
          <ul aria-label="Worktrees" className="divide-y divide-line">
            {listIn(git.worktrees, 'worktrees').map(({ path, branch, isMain, locked }) => (
              <li key={String(path)} className="flex min-w-0 items-center gap-2 px-4 py-1.5">
                <Badge look={isMain === true ? 'good' : 'plain'}>
                  {visible(String(branch ?? 'detached'))}
                </Badge>
                <code className="min-w-0 flex-1 truncate font-mono text-xs">{visible(String(path))}</code>
                {locked === true && <Badge look="warn">locked</Badge>}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  );
}

function Status({ status }: { readonly status: Readonly<Record<string, unknown>> }) {
  const groups = ['staged', 'modified', 'deleted', 'untracked', 'conflicted'] as const;
  const { branch, ahead, behind, clean } = status;
  return (
    <Panel
      title="Git"
      actions={
        <>
          <Badge look="low">{visible(String(branch ?? 'detached'))}</Badge>
          {Number(ahead) > 0 && <Badge>{String(ahead)} ahead</Badge>}
          {Number(behind) > 0 && <Badge look="warn">{String(behind)} behind</Badge>}
        </>
      }
    >
      <div className="flex flex-col gap-1 p-4">
        {clean === true && <p className="text-soft">Nothing changed.</p>}
        {groups.flatMap((group) =>
          ((status[group] as string[] | undefined) ?? []).slice(0, MOST).map((path) => (
            <p key={`${group} ${path}`} className="flex min-w-0 items-center gap-2">
              <Badge look={group === 'conflicted' ? 'bad' : group === 'staged' ? 'good' : 'plain'}>
                {group}
              </Badge>
              <code className="min-w-0 truncate font-mono text-[13px]">{visible(path)}</code>
            </p>
          )),
        )}
      </div>
    </Panel>
  );
}

const listIn = (
  data: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>>[] =>
  Array.isArray(data[name]) ? (data[name] as Record<string, unknown>[]).slice(0, MOST) : [];

const nameOf = (author: unknown): string =>
  typeof author === 'string' ? author : String((author as { name?: unknown } | undefined)?.name ?? '');
