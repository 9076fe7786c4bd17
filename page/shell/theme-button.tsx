import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';

/** Dark or light; until it is pressed, the page follows the system. */
export function ThemeButton() {
  const [isDark, setDark] = useState(() => document.documentElement.classList.contains('dark'));
  const change = (): void => {
    document.documentElement.classList.toggle('dark', !isDark);
    localStorage.setItem('toolgate.theme', isDark ? 'light' : 'dark');
    setDark(!isDark);
  };
  return (
    <button
      type="button"
      onClick={change}
      className="rounded-md p-2 text-soft hover:bg-raised hover:text-ink"
      aria-label={isDark ? 'Use light colours' : 'Use dark colours'}
    >
      {isDark ? <Sun aria-hidden size={17} /> : <Moon aria-hidden size={17} />}
    </button>
  );
}
