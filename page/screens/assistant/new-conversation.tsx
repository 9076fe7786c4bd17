import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { act } from '../../api/client.ts';
import { useRead } from '../../api/use-acts.ts';
import { SelectField } from '../../ui/field.tsx';
import { Failed } from '../../ui/states.tsx';
import { Composer } from './composer.tsx';

interface Props {
  readonly model: string | null;
  readonly onBegun: (id: string) => void;
}

/** The first message begins the conversation, in the project that is chosen. */
export function NewConversation({ model, onBegun }: Props) {
  const { data } = useRead('projects/list', {}, { refreshOn: ['projects.changed'] });
  const [project, setProject] = useState('');
  const [error, setError] = useState<unknown>();
  const projects = data?.projects ?? [];
  const begin = async (text: string): Promise<boolean> => {
    setError(undefined);
    try {
      const { id } = await act('assistant/start', project === '' ? {} : { projectPath: project });
      try {
        await act('assistant/send', { id, text });
      } catch (failure) {
        // Nothing was said, so nothing is to be kept.
        await act('assistant/remove', { id }).catch(() => undefined);
        throw failure;
      }
      onBegun(id);
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <section
      aria-label="New conversation"
      className="flex flex-col gap-3 rounded-lg border border-line bg-panel p-4"
    >
      <div>
        <h2 className="font-semibold text-base">What shall be done?</h2>
        <p className="text-soft">
          The assistant works with the tools you see under Settings. What needs your approval shows up here as
          a card.
        </p>
      </div>
      {projects.length > 0 && (
        <SelectField
          label="Works in"
          value={project}
          onChange={(event) => setProject(event.target.value)}
          options={[
            { value: '', title: 'The directory of the host' },
            ...projects.map(({ path, name }) => ({ value: path, title: visible(`${name} (${path})`) })),
          ]}
        />
      )}
      {error !== undefined && <Failed error={error} />}
      <Composer onSend={begin} isFirst />
      {model !== null && <p className="text-soft text-xs">Model: {visible(model)}</p>}
    </section>
  );
}
