import { useState } from 'react';
import { useRead } from '../../api/use-acts.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/screen-page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { visibleText } from '../../ui/visible-text.ts';

const MOST = 200;

/** Commands to make steps of; the editor offers them too. */
export function Templates() {
  const answer = useRead('templates/list', {});
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  return (
    <Answer of={answer} what="templates">
      {({ templates }) => {
        const found = templates.filter(({ name, command, category }) =>
          `${name}\n${command}\n${category}`.toLowerCase().includes(wanted),
        );
        return (
          <div className="flex flex-col gap-3">
            <TextField
              label="Search templates"
              isLabelHidden
              type="search"
              placeholder="Search templates"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
            {found.length === 0 ? (
              <Empty title="No template has these words" />
            ) : (
              <Panel>
                <ul aria-label="Templates" className="divide-y divide-line">
                  {found.slice(0, MOST).map(({ templateId, name, command, category, isBuiltin }) => (
                    <li key={templateId} className="flex min-w-0 flex-wrap items-center gap-x-3 px-4 py-2">
                      <span className="min-w-0 flex-1">
                        <span className="font-medium">{visibleText(name)}</span>
                        <code className="block break-words font-mono text-soft text-xs">
                          {visibleText(command)}
                        </code>
                      </span>
                      <Badge>{visibleText(category)}</Badge>
                      {!isBuiltin && <Badge look="low">own</Badge>}
                    </li>
                  ))}
                </ul>
              </Panel>
            )}
          </div>
        );
      }}
    </Answer>
  );
}
