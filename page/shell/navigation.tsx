import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { usePending } from '../live/use-pending.ts';
import { SCREENS } from '../screens/index.ts';
import { NotifyButton } from './notify-button.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The screens: a column at the side, or a menu at phone width. */
export function Navigation() {
  const [isOpen, setOpen] = useState(false);
  const { waiting } = usePending();
  return (
    <header className="flex shrink-0 flex-col border-line border-b bg-panel md:w-52 md:border-r md:border-b-0">
      <div className="flex items-center justify-between gap-2 px-4 py-3">
        <span className="flex items-center gap-2 font-semibold tracking-tight">
          <img src="/icon.svg" alt="" width={22} height={22} />
          Toolgate
        </span>
        <button
          type="button"
          className="rounded-md border border-line p-1.5 md:hidden"
          aria-expanded={isOpen}
          aria-controls="screens"
          aria-label="Screens"
          onClick={() => setOpen(!isOpen)}
        >
          <Menu aria-hidden size={18} />
        </button>
      </div>
      <nav
        id="screens"
        aria-label="Screens"
        className={`${isOpen ? 'flex' : 'hidden'} min-h-0 flex-1 flex-col justify-between overflow-auto px-2 pb-3 md:flex`}
      >
        <ul className="flex flex-col gap-0.5">
          {SCREENS.map(({ path, title, icon: Icon }) => (
            <li key={path}>
              <Link
                to={`/${path}`}
                onClick={() => setOpen(false)}
                className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-soft hover:bg-raised hover:text-ink data-[status=active]:bg-raised data-[status=active]:font-semibold data-[status=active]:text-ink"
              >
                <Icon aria-hidden size={17} />
                <span className="flex-1">{title}</span>
                {path === 'approvals' && waiting.length > 0 && (
                  <span className="rounded-full bg-accent px-1.5 font-semibold text-accent-ink text-xs">
                    {waiting.length}
                    <span className="sr-only"> waiting</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
        <div className="flex gap-1 px-1 pt-3">
          <ThemeButton />
          <NotifyButton />
        </div>
      </nav>
    </header>
  );
}
