import { act } from '../../api/client.ts';
import { useGated } from '../../live/use-gated.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { GateNotice } from '../approvals/gate-notice.tsx';

const KEYS = [
  { title: 'Ctrl-C', key: '\u0003' },
  { title: 'Ctrl-D', key: '\u0004' },
] as const;

/** What a person types into a process; it is judged and recorded like what an agent types. */
export function TypeLine({ processId, name }: { readonly processId: string; readonly name: string }) {
  const gated = useGated();
  const type = (input: string, pressEnter: boolean, onDone?: () => void): void =>
    gated.start(`Input of ${name}`, async () => {
      const { approvalId } = await act('processes/type', { processId, input, pressEnter });
      return {
        approvalId,
        seeAt: `/processes/${processId}`,
        stays: true,
        ...(onDone && { after: onDone }),
      };
    });
  return (
    <div className="flex flex-col gap-3 border-line border-t p-4">
      <Form
        fields={[
          {
            name: 'line',
            label: `Type into ${name}`,
            isMono: true,
            isOptional: true,
            hint: 'The terminal above only shows. Enter sends this line; it is kept in the record.',
          },
        ]}
        initial={{ line: '' }}
        submit="Send"
        isBusy={gated.isBusy}
        onSubmit={({ line }, { clear }) => type(line, true, () => clear('line'))}
      />
      <div className="flex flex-wrap gap-2">
        {KEYS.map(({ title, key }) => (
          <Button key={title} disabled={gated.isBusy} onClick={() => type(key, false)}>
            {title}
          </Button>
        ))}
      </div>
      <GateNotice gated={gated} />
    </div>
  );
}
