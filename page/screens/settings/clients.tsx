import { useRead } from '../../api/use-acts.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer } from '../../ui/states.tsx';

/** What to type or paste to connect an agent. */
export function Clients() {
  const clients = useRead('clients', {});
  return (
    <Answer of={clients} what="clients">
      {({ clients: all }) => (
        <div className="grid gap-4 md:grid-cols-2">
          {all.map(({ name, how, text }) => (
            <Panel key={name} title={name}>
              <div className="flex flex-col gap-2 p-4">
                <p className="text-soft">{how}:</p>
                <CopyText text={text} label={`Configuration for ${name}`} />
              </div>
            </Panel>
          ))}
        </div>
      )}
    </Answer>
  );
}
