import { visible } from '../../../src/core/text/visible.ts';
import { useAct, useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Failed } from '../../ui/states.tsx';
import { Ago } from '../../ui/time.tsx';

/** The model behind the assistant, and the keys that providers and workflows use; values are never shown. */
export function Providers() {
  const status = useRead('assistant/status', {});
  const secrets = useRead('secrets/list', {});
  const remove = useAct('secrets/remove', ['secrets/list', 'assistant/status']);
  return (
    <div className="flex flex-col gap-4">
      <Panel title="Assistant">
        <Answer of={status} what="the provider">
          {({ isReady, provider, model, url, help }) => (
            <div className="flex flex-wrap items-center gap-2 p-4">
              <Badge look={isReady ? 'good' : 'warn'}>{isReady ? 'ready' : 'not set up'}</Badge>
              {provider !== null && <span className="font-medium">{provider}</span>}
              {model !== null && <code className="font-mono text-[13px]">{visible(model)}</code>}
              {url !== null && <span className="text-soft">{visible(url)}</span>}
              {help !== null && (
                <p className="w-full whitespace-pre-wrap break-words text-soft">{visible(help)}</p>
              )}
            </div>
          )}
        </Answer>
      </Panel>
      <SetSecret />
      {remove.error && <Failed error={remove.error} />}
      <Panel title="Stored keys">
        <Answer of={secrets} what="stored keys">
          {({ secrets: all }) =>
            all.length === 0 ? (
              <p className="p-4 text-soft">
                No key is stored. Providers also read their usual environment variables.
              </p>
            ) : (
              <ul aria-label="Stored keys" className="divide-y divide-line">
                {all.slice(0, 200).map(({ name, updatedAt }) => (
                  <li key={name} className="flex items-center gap-2 px-4 py-2">
                    <code className="min-w-0 flex-1 truncate font-mono text-[13px]">{visible(name)}</code>
                    <span className="text-soft text-xs">
                      set <Ago at={updatedAt} />
                    </span>
                    <Button look="bad" aria-label={`Remove ${name}`} onClick={() => remove.mutate({ name })}>
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      </Panel>
    </div>
  );
}

function SetSecret() {
  const set = useAct('secrets/set', ['secrets/list', 'assistant/status']);
  return (
    <Panel title="Store a key">
      <div className="p-4">
        <Form
          fields={[
            { name: 'name', label: 'Name', placeholder: 'openai', width: 'w-full sm:w-52' },
            { name: 'value', label: 'Value', kind: 'password', width: 'w-full sm:w-72' },
          ]}
          initial={{ name: '', value: '' }}
          submit="Store"
          isBusy={set.isPending}
          error={set.error}
          done={set.isSuccess && 'Stored. It is never shown again.'}
          onSubmit={({ name, value }, { clear }) =>
            set.mutate({ name: name.trim(), value }, { onSuccess: () => clear('value') })
          }
        />
      </div>
    </Panel>
  );
}
