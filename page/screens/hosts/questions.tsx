import { visible } from '../../../src/core/text/visible.ts';
import type { Output } from '../../api/client.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/screen-page.tsx';

type Question = Output<'hosts/questions'>['questions'][number];

/** What ssh asks right now: passphrases and codes. */
export function Questions() {
  const { data } = useRead('hosts/questions', {}, { everyMs: 1500 });
  return (data?.questions ?? []).map((question) => <Asked key={question.id} question={question} />);
}

function Asked({ question }: { readonly question: Question }) {
  const answer = useAct('hosts/answer', ['hosts/questions', 'hosts/list']);
  return (
    <Panel title={`${visible(question.host)} asks`}>
      <div className="p-4">
        <Form
          fields={[
            {
              name: 'text',
              label: visible(question.prompt),
              // A code as well: PAM asks for passwords the same way.
              kind: 'password',
              hint: 'Kept in memory only.',
              isOptional: true,
              width: 'w-full sm:w-80',
            },
          ]}
          initial={{ text: '' }}
          submit="Answer"
          isBusy={answer.isPending}
          error={answer.error}
          onSubmit={({ text }) => answer.mutate({ id: question.id, text })}
        >
          <div>
            <Button disabled={answer.isPending} onClick={() => answer.mutate({ id: question.id })}>
              Refuse
            </Button>
          </div>
        </Form>
      </div>
    </Panel>
  );
}
