import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { act, type Output } from '../../api/client.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { useGated } from '../../live/use-gated.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { SureDialog } from '../../ui/sure-dialog.tsx';
import { Ago, durationInWords } from '../../ui/time.tsx';
import { GateNotice } from '../approvals/gate-notice.tsx';

type Webhook = Output<'webhooks/list'>['webhooks'][number];

/** Ways in that start a workflow, ways out that tell others, and what went through them. */
export function Webhooks() {
  const answer = useRead('webhooks/list', {}, { refreshOn: ['run.changed', 'call.finished'] });
  return (
    <div className="flex flex-col gap-4">
      <OpenWebhook />
      <Answer of={answer} what="webhooks">
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty title="There are no webhooks">
              Open one above to start a workflow over HTTP. Outgoing ones are actions that agents make when
              you ask.
            </Empty>
          ) : (
            <Panel>
              <ul aria-label="Webhooks" className="divide-y divide-line">
                {webhooks.map((webhook) => (
                  <Row key={webhook.webhookId} webhook={webhook} />
                ))}
              </ul>
            </Panel>
          )
        }
      </Answer>
    </div>
  );
}

/** How a sender proves itself. */
const AUTHS = [
  { value: 'token', title: 'Bearer token' },
  { value: 'github', title: 'Signature of GitHub' },
  { value: 'standard', title: 'Signature of Standard Webhooks' },
] as const;

function OpenWebhook() {
  const { data } = useRead('workflows/list', {});
  const { refetch } = useRead('webhooks/list', {});
  const gated = useGated();
  const [chosen, setChosen] = useState('');
  const [auth, setAuth] = useState<(typeof AUTHS)[number]['value']>('token');
  const [inputs, setInputs] = useState('');
  const workflows = data?.workflows ?? [];
  if (workflows.length === 0) return null;
  const inputMap = inputMapOf(inputs);
  const open = (): void =>
    gated.start('Opening of a webhook', async () => {
      const { approvalId } = await act('webhooks/open', {
        workflowId: chosen,
        auth,
        ...(inputMap && { inputMap }),
      });
      return { approvalId, after: () => void refetch() };
    });
  return (
    <Panel title="Start a workflow over HTTP">
      <div className="flex flex-wrap items-end gap-3 p-4">
        <SelectField
          label="Workflow"
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={[
            { value: '', title: 'Choose one' },
            ...workflows.map(({ workflowId, name }) => ({ value: workflowId, title: visible(name) })),
          ]}
        />
        <SelectField
          label="The sender shows"
          value={auth}
          onChange={(event) =>
            setAuth(AUTHS.find(({ value }) => value === event.target.value)?.value ?? 'token')
          }
          options={[...AUTHS]}
        />
        <TextField
          label="Inputs from the body"
          placeholder="tag=release.tag_name, all=$"
          value={inputs}
          onChange={(event) => setInputs(event.target.value)}
          {...(inputMap ? {} : { problem: 'Write input=path, separated by commas' })}
        />
        <Button look="primary" disabled={chosen === '' || !inputMap || gated.isBusy} onClick={open}>
          Open webhook
        </Button>
      </div>
      <GateNotice gated={gated} />
    </Panel>
  );
}

/** `tag=release.tag_name, all=$`; undefined where it is something else. */
function inputMapOf(text: string): Record<string, string> | undefined {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=').map((part) => part.trim()));
  if (pairs.some((pair) => pair.length !== 2 || pair.includes(''))) return undefined;
  return Object.fromEntries(pairs);
}

function Row({ webhook }: { readonly webhook: Webhook }) {
  const { webhookId, direction, name, path, url, auth, isReady, hasSecret, hint } = webhook;
  const rotate = useAct('webhooks/rotate', ['webhooks/list']);
  const remove = useAct('webhooks/remove', ['webhooks/list']);
  const [isOpen, setOpen] = useState(false);
  const [isRotating, setRotating] = useState(false);
  const renew = (): void => {
    setRotating(false);
    rotate.mutate({ id: webhookId });
  };
  const error = rotate.error ?? remove.error;
  return (
    <li className="flex min-w-0 flex-col gap-2 px-4 py-2.5">
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <span className="min-w-0 flex-1 basis-48">
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {visible(name)} <Badge>{direction}</Badge>
            {auth !== undefined && <Badge>{AUTHS.find(({ value }) => value === auth)?.title ?? auth}</Badge>}
            {isReady ? <Badge look="good">ready</Badge> : <Badge look="warn">not ready</Badge>}
          </span>
          <code className="block break-all font-mono text-soft text-xs">{visible(path ?? url ?? '')}</code>
          {!isReady && hint !== undefined && <span className="text-soft text-xs">{visible(hint)}</span>}
        </span>
        {direction === 'incoming' && (
          <>
            <Button disabled={rotate.isPending} onClick={() => (hasSecret ? setRotating(true) : renew())}>
              New secret
            </Button>
            <Button look="bad" disabled={remove.isPending} onClick={() => remove.mutate({ id: webhookId })}>
              Close
            </Button>
          </>
        )}
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Deliveries
        </Button>
      </div>
      {isRotating && (
        <SureDialog
          title={`Make a new secret for ${visible(name)}?`}
          about="The one it has now is worth nothing from then on: deliveries that use it are refused."
          yes="New secret"
          onYes={renew}
          onNo={() => setRotating(false)}
        />
      )}
      {error && <Failed error={error} />}
      {rotate.data && (
        <div role="status" className="flex flex-col gap-1">
          <p>
            Shown this once. Send it as{' '}
            {rotate.data.auth === 'token' ? 'a bearer token' : 'the signing secret'}:
          </p>
          <CopyText text={rotate.data.secret} label={`Secret of ${name}`} />
        </div>
      )}
      {isOpen && <Deliveries id={webhookId} />}
    </li>
  );
}

function Deliveries({ id }: { readonly id: string }) {
  const answer = useRead('webhooks/deliveries', { id }, { refreshOn: ['run.changed', 'call.finished'] });
  return (
    <Answer of={answer} what="deliveries">
      {({ deliveries }) =>
        deliveries.length === 0 ? (
          <p className="text-soft">Nothing went through it yet.</p>
        ) : (
          <ol
            aria-label="Deliveries"
            className="flex max-h-80 flex-col overflow-auto rounded-md border border-line"
          >
            {deliveries.map((one) => (
              <li key={one.id} className="flex flex-wrap gap-3 border-line border-b px-3 py-1.5 text-xs">
                <Ago at={one.createdAt} />
                <span>{visible(one.status)}</span>
                {one.statusCode !== null && <span>{one.statusCode}</span>}
                {one.attempt > 1 && <span>attempt {one.attempt}</span>}
                {one.durationMs !== null && <span>{durationInWords(one.durationMs)}</span>}
                <span className="min-w-0 flex-1 break-words text-soft">{visible(one.detail ?? '')}</span>
                {one.runId !== null && (
                  <Link to={`/workflows/runs/${one.runId}`} className="text-accent underline">
                    Run
                  </Link>
                )}
              </li>
            ))}
          </ol>
        )
      }
    </Answer>
  );
}
