import { useState } from 'react';
import type { Output } from '../../api/client.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Failed } from '../../ui/states.tsx';
import { visibleText } from '../../ui/visible-text.ts';

type Question = Output<'hosts/questions'>['questions'][number];

/** What ssh asks right now: passphrases and codes. */
export function Questions() {
  const { data } = useRead('hosts/questions', {}, { everyMs: 1500 });
  return (data?.questions ?? []).map((question) => <Asked key={question.id} question={question} />);
}

function Asked({ question }: { readonly question: Question }) {
  const answer = useAct('hosts/answer', ['hosts/questions', 'hosts/list']);
  const [text, setText] = useState('');
  return (
    <Panel title={`${visibleText(question.host)} asks`}>
      <form
        className="flex flex-wrap items-end gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          answer.mutate({ id: question.id, text });
        }}
      >
        <TextField
          label={visibleText(question.prompt)}
          type={question.kind === 'code' ? 'text' : 'password'}
          hint="Kept in memory only."
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button look="primary" type="submit" disabled={answer.isPending}>
          Answer
        </Button>
        <Button disabled={answer.isPending} onClick={() => answer.mutate({ id: question.id })}>
          Refuse
        </Button>
        {answer.error && <Failed error={answer.error} />}
      </form>
    </Panel>
  );
}
