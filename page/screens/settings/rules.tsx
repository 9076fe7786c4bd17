import { patternInWords } from '../../../src/core/approval/rule-words.ts';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { shownPrincipal } from '../../ui/shown-principal.ts';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

const LOOKS = { allow: 'good', ask: 'warn', deny: 'bad' } as const;
const VERDICTS = ['allow', 'ask', 'deny'].map((value) => ({ value, title: value }));
const MOST = 200;

/** Standing answers: what they cover, how often they were used, and which never were. */
export function Rules() {
  const rules = useRead('rules/list', {}, { refreshOn: ['rules.changed'] });
  const remove = useAct('rules/remove', ['rules/list']);
  return (
    <div className="flex flex-col gap-4">
      <AddRule />
      {remove.error && <Failed error={remove.error} />}
      <Answer of={rules} what="rules">
        {({ rules: all }) =>
          all.length === 0 ? (
            <Empty title="There are no rules">Allow or deny a card by rule, or add one above.</Empty>
          ) : (
            <ul aria-label="Rules" className="flex flex-col gap-2">
              {all
                .slice(0, MOST)
                .map(({ id, verdict, tool, pattern, session, createdBy, createdAt, uses, lastUsedAt }) => (
                  <li
                    key={id}
                    className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-panel px-4 py-2.5"
                  >
                    <Badge look={LOOKS[verdict]}>{verdict}</Badge>
                    <span className="min-w-0 flex-1 break-words">
                      <code className="font-mono text-[13px]">{visible(tool)}</code>{' '}
                      <span className="text-soft">
                        {visible(patternInWords(pattern).join('; ') || 'every call')}
                        {session !== null && '; for one session'}
                      </span>
                    </span>
                    <span className="text-soft text-xs">
                      {uses === 0 ? <Badge look="warn">never used</Badge> : `used ${uses} times`}
                      {lastUsedAt !== null && (
                        <>
                          , last <Ago at={lastUsedAt} />
                        </>
                      )}
                      ; by {shownPrincipal(createdBy)} <Ago at={createdAt} />
                    </span>
                    <Button
                      aria-label={`Remove the rule ${verdict} ${tool}`}
                      disabled={remove.isPending}
                      onClick={() => remove.mutate({ id })}
                    >
                      Remove
                    </Button>
                  </li>
                ))}
            </ul>
          )
        }
      </Answer>
    </div>
  );
}

function AddRule() {
  const add = useAct('rules/add', ['rules/list']);
  return (
    <Panel title="Add a rule">
      <div className="p-4">
        <Form
          fields={FIELDS}
          initial={{ verdict: 'deny', tool: '', paths: '' }}
          submit="Add rule"
          isBusy={add.isPending}
          error={add.error}
          onSubmit={({ verdict, tool, paths }, { clear }) => {
            const globs = paths.split(',').flatMap((glob) => (glob.trim() === '' ? [] : [glob.trim()]));
            const pattern = globs.length > 0 ? { paths: globs } : {};
            // Sound: the list offers exactly the verdicts.
            const rule = { verdict: verdict as 'deny', tool: tool.trim(), pattern };
            add.mutate(rule, { onSuccess: () => clear('tool', 'paths') });
          }}
        />
      </div>
    </Panel>
  );
}

const FIELDS = [
  { name: 'verdict', label: 'Verdict', kind: 'select', options: VERDICTS, width: 'w-28' },
  { name: 'tool', label: 'Tool, or * for all', isMono: true, width: 'w-full sm:w-56' },
  {
    name: 'paths',
    label: 'Only these paths (globs)',
    placeholder: 'src/**, docs/**',
    isMono: true,
    isOptional: true,
    width: 'w-full sm:w-72',
  },
] as const;
