import { useState } from 'react';
import { SCOPES } from '../../../src/core/approval/scopes.ts';
import { visible } from '../../../src/core/text/visible.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { SureDialog } from '../../ui/sure-dialog.tsx';
import { Ago } from '../../ui/time.tsx';

const MOST = 200;

/** Who may connect over HTTP. A secret is shown once. */
export function Tokens() {
  const tokens = useRead('tokens/list', {}, { refreshOn: ['tokens.changed'] });
  const revoke = useAct('tokens/revoke', ['tokens/list']);
  const [doomed, setDoomed] = useState<{ readonly id: string; readonly name: string } | undefined>();
  return (
    <div className="flex flex-col gap-4">
      <NewToken />
      {revoke.error && <Failed error={revoke.error} />}
      <Answer of={tokens} what="tokens">
        {({ tokens: all }) =>
          all.length === 0 ? (
            <Empty title="There are no tokens">
              Agents that connect over HTTP need one; give each its own.
            </Empty>
          ) : (
            <ul aria-label="Tokens" className="flex flex-col gap-2">
              {all.slice(0, MOST).map(({ id, name, scopes, createdAt, lastUsedAt, revokedAt }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-panel px-4 py-2.5"
                >
                  <span className="min-w-0 flex-1 basis-40 truncate font-medium">{visible(name)}</span>
                  {scopes.map((scope) => (
                    <Badge key={scope} look={scope === 'tools:call' ? 'plain' : 'warn'}>
                      {scope}
                    </Badge>
                  ))}
                  <span className="text-soft text-xs">
                    made <Ago at={createdAt} />,{' '}
                    {lastUsedAt === null ? (
                      'never used'
                    ) : (
                      <>
                        used <Ago at={lastUsedAt} />
                      </>
                    )}
                  </span>
                  {revokedAt === null ? (
                    <Button look="bad" aria-label={`Revoke ${name}`} onClick={() => setDoomed({ id, name })}>
                      Revoke
                    </Button>
                  ) : (
                    <Badge look="bad">revoked</Badge>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
      {doomed && (
        <SureDialog
          title={`Revoke the token of ${visible(doomed.name)}?`}
          about="Who uses it is cut off at once, and the background processes it started end. It cannot be made valid again."
          yes="Revoke token"
          onNo={() => setDoomed(undefined)}
          onYes={() => {
            revoke.mutate({ name: doomed.id });
            setDoomed(undefined);
          }}
        />
      )}
    </div>
  );
}

function NewToken() {
  const create = useAct('tokens/create', ['tokens/list']);
  const wanted = (values: Readonly<Record<string, string>>) =>
    SCOPES.filter((scope) => values[scope] === 'on');
  return (
    <Panel title="Make a token">
      <div className="p-4">
        <Form
          fields={FIELDS}
          initial={NOTHING}
          submit="Make token"
          isBusy={create.isPending}
          isDisabled={(values) => wanted(values).length === 0}
          error={create.error}
          onSubmit={(values, { clear }) =>
            create.mutate(
              { name: values.name.trim(), scopes: wanted(values) },
              { onSuccess: () => clear('name') },
            )
          }
        />
      </div>
      {create.data && (
        <div className="flex flex-col gap-2 border-line border-t p-4">
          <p className="font-medium">This is shown only once. Send it as "Authorization: Bearer …".</p>
          <CopyText text={create.data.secret} label={`Secret of ${create.data.name}`} />
        </div>
      )}
    </Panel>
  );
}

const FIELDS = [
  { name: 'name', label: 'Name', hint: 'The record knows its holder by it', width: 'w-full sm:w-56' },
  ...SCOPES.map((scope) => ({ name: scope, label: scope, kind: 'check', width: '' }) as const),
] as const;

// Sound: every scope is there, and those that are not named are off.
const NOTHING = {
  name: '',
  ...Object.fromEntries(SCOPES.map((scope) => [scope, scope === 'tools:call' ? 'on' : ''])),
} as Readonly<Record<'name' | (typeof SCOPES)[number], string>>;
