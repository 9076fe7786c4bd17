import { Bell, type LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** One screen of the page. */
export interface Screen {
  /** Without the slash. A screen that shows one thing adds `/$id`. */
  readonly path: string;
  /** Further addresses that show the same screen. */
  readonly more?: readonly string[];
  readonly title: string;
  readonly icon: LucideIcon;
  /** Loaded when it is first shown. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** Every screen, one line each, in the order the navigation lists them. */
export const SCREENS: readonly Screen[] = [
  {
    path: 'approvals',
    more: ['approvals/$id'],
    title: 'Approvals',
    icon: Bell,
    load: () => import('./approvals/approvals-screen.tsx'),
  },
];
