import { useState } from 'react';
import { visible } from '../../../src/core/text/visible.ts';
import { useRead } from '../../api/use-acts.ts';
import { SelectField } from '../../ui/field.tsx';
import { Panel, ScreenPage } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { HostRow } from './host-row.tsx';
import { Questions } from './questions.tsx';

/** The machines that agents reach over SSH, and the keys they are known by. */
export default function HostsScreen() {
  const owners = useRead('hosts/owners', {}, { refreshOn: ['tokens.changed'] });
  return (
    <ScreenPage
      title="Hosts"
      about="Machines that agents reach over SSH. A host is used only once you trust its key."
    >
      <Answer of={owners} what="hosts">
        {({ owners: all }) => <Hosts owners={all} />}
      </Answer>
    </ScreenPage>
  );
}

function Hosts({
  owners,
}: {
  readonly owners: readonly { readonly principal: string; readonly isYou: boolean }[];
}) {
  const [principal, setPrincipal] = useState(owners[0]?.principal ?? '');
  const isYou = owners.find((one) => one.principal === principal)?.isYou ?? false;
  const answer = useRead('hosts/list', { principal }, { everyMs: 10_000 });
  return (
    <>
      <Questions />
      {owners.length > 1 && (
        <SelectField
          className="max-w-sm"
          label="Whose hosts"
          value={principal}
          onChange={(event) => setPrincipal(event.target.value)}
          options={owners.map((one) => ({
            value: one.principal,
            title: one.isYou ? 'Your own agents' : visible(one.principal),
          }))}
        />
      )}
      <Answer of={answer} what="hosts">
        {({ hosts }) =>
          hosts.length === 0 ? (
            <Empty title="There are no hosts">
              Name some in ~/.ssh/config, or add one with <code>toolgate hosts add</code>.
            </Empty>
          ) : (
            <Panel>
              <ul aria-label="Hosts" className="divide-y divide-line">
                {hosts.map((host) => (
                  <HostRow key={host.name} host={host} principal={principal} isYou={isYou} />
                ))}
              </ul>
            </Panel>
          )
        }
      </Answer>
    </>
  );
}
