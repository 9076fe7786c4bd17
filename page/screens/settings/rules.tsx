import { useState } from 'react';
import { patternInWords } from '../../../src/core/rule-words.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { visibleText } from '../../ui/visible-text.ts';

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
                      <code className="font-mono text-[13px]">{visibleText(tool)}</code>{' '}
                      <span className="text-soft">
                        {visibleText(patternInWords(pattern).join('; ') || 'every call')}
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
                      ; by {createdBy} <Ago at={createdAt} />
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
  const [verdict, setVerdict] = useState('deny');
  const [tool, setTool] = useState('');
  const [paths, setPaths] = useState('');
  const globs = paths.split(',').flatMap((glob) => (glob.trim() === '' ? [] : [glob.trim()]));
  return (
    <Panel title="Add a rule">
      <form
        className="flex flex-wrap items-end gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(
            // Sound: the list offers exactly the verdicts.
            {
              verdict: verdict as 'deny',
              tool: tool.trim(),
              pattern: globs.length > 0 ? { paths: globs } : {},
            },
            { onSuccess: () => setTool('') },
          );
        }}
      >
        <div className="w-28">
          <SelectField
            label="Verdict"
            options={VERDICTS}
            value={verdict}
            onChange={(event) => setVerdict(event.target.value)}
          />
        </div>
        <div className="w-52">
          <TextField
            label="Tool, or * for all"
            value={tool}
            onChange={(event) => setTool(event.target.value)}
          />
        </div>
        <div className="w-64">
          <TextField
            label="Only these paths (globs)"
            placeholder="src/**, docs/**"
            value={paths}
            onChange={(event) => setPaths(event.target.value)}
          />
        </div>
        <Button look="primary" type="submit" disabled={tool.trim() === '' || add.isPending}>
          Add rule
        </Button>
      </form>
      {add.error && <Failed error={add.error} />}
    </Panel>
  );
}
