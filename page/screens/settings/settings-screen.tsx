import { ScreenPage } from '../../ui/screen-page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Browsers } from './browsers.tsx';
import { Clients } from './clients.tsx';
import { Permissions } from './permissions.tsx';
import { Providers } from './providers.tsx';
import { Rules } from './rules.tsx';
import { Tokens } from './tokens.tsx';
import { WhatIf } from './what-if.tsx';

/** What agents may do, and who may connect. */
export default function SettingsScreen() {
  return (
    <ScreenPage title="Settings" about="Changes bind the next call of every agent that is connected.">
      <Tabs
        label="Settings"
        tabs={[
          { value: 'permissions', title: 'Permissions', content: <Permissions /> },
          { value: 'rules', title: 'Rules', content: <Rules /> },
          { value: 'what-if', title: 'What if', content: <WhatIf /> },
          { value: 'clients', title: 'Connect', content: <Clients /> },
          { value: 'tokens', title: 'Tokens', content: <Tokens /> },
          { value: 'providers', title: 'Providers', content: <Providers /> },
          { value: 'browsers', title: 'Browsers', content: <Browsers /> },
        ]}
      />
    </ScreenPage>
  );
}
