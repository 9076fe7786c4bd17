import { useState } from 'react';
import { useRead } from '../../api/use-acts.ts';
import { ScreenPage } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { AddPath } from './add-path.tsx';
import { Collection } from './collection.tsx';
import { Search } from './search.tsx';

/** What agents can look up in your own files, how far reading them is, and what a question would find. */
export default function KnowledgeScreen() {
  const answer = useRead('knowledge/status', {}, { everyMs: 2000 });
  const [chosen, setChosen] = useState<string | undefined>();
  return (
    <ScreenPage
      title="Knowledge"
      about="Files and directories that agents can search by meaning and by words."
    >
      <Answer of={answer} what="the knowledge base">
        {({ collections }) => {
          const shown = collections.find(({ name }) => name === chosen) ?? collections[0];
          return (
            <>
              {shown && (
                <Search
                  key={shown.name}
                  collections={collections.map(({ name }) => name)}
                  collection={shown.name}
                  onChoose={setChosen}
                />
              )}
              {collections.length === 0 && (
                <Empty title="Nothing can be looked up yet">
                  Add a file or a directory below. It is read in the background and watched for changes.
                </Empty>
              )}
              {collections.map((collection) => (
                <Collection key={collection.name} collection={collection} />
              ))}
              <AddPath collections={collections.map(({ name }) => name)} />
            </>
          );
        }}
      </Answer>
    </ScreenPage>
  );
}
