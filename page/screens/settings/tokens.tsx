import { useState } from 'react';
import { SCOPES } from '../../../src/core/scopes.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty, Failed } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';
import { visibleText } from '../../ui/visible-text.ts';

const MOST = 200;

/** Who may connect over HTTP. A secret is shown once. */
export function Tokens() {
  const tokens = useRead('tokens/list', {}, { refreshOn: ['tokens.changed'] });
  const revoke = useAct('tokens/revoke', ['tokens/list']);
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
                  <span className="min-w-0 flex-1 truncate font-medium">{visibleText(name)}</span>
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
                    <Button
                      look="bad"
                      aria-label={`Revoke ${name}`}
                      onClick={() => revoke.mutate({ name: id })}
                    >
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
    </div>
  );
}

function NewToken() {
  const create = useAct('tokens/create', ['tokens/list']);
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly (typeof SCOPES)[number][]>(['tools:call']);
  return (
    <Panel title="Make a token">
      <form
        className="flex flex-wrap items-end gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ name: name.trim(), scopes }, { onSuccess: () => setName('') });
        }}
      >
        <div className="w-52">
          <TextField
            label="Name"
            hint="The record knows its holder by it"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <fieldset className="flex flex-wrap gap-3">
          <legend className="font-medium text-sm">Scopes</legend>
          {SCOPES.map((scope) => (
            <label key={scope} className="flex min-h-8 items-center gap-1.5">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={scopes.includes(scope)}
                onChange={(event) =>
                  setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
                }
              />
              {scope}
            </label>
          ))}
        </fieldset>
        <Button look="primary" type="submit" disabled={name.trim() === '' || scopes.length === 0}>
          Make token
        </Button>
      </form>
      {create.error && <Failed error={create.error} />}
      {create.data && (
        <div className="flex flex-col gap-2 border-line border-t p-4">
          <p className="font-medium">This is shown only once. Send it as "Authorization: Bearer …".</p>
          <CopyText text={create.data.secret} label={`Secret of ${create.data.name}`} />
        </div>
      )}
    </Panel>
  );
}
