import { Bell, type LucideIcon, MessagesSquare, Workflow } from 'lucide-react';
import type { ComponentType } from 'react';

/** One screen of the page. */
export interface Screen {
  /** Where it is, without the slash. */
  readonly path: string;
  /** What may stand behind that: `/{-$id}` for a screen that also shows one thing by its id. */
  readonly rest?: string;
  readonly title: string;
  readonly icon: LucideIcon;
  /** Loaded when it is first shown. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** Every screen, one line each, in the order the navigation lists them. */
export const SCREENS: readonly Screen[] = [
  {
    path: 'approvals',
    rest: '/{-$id}',
    title: 'Approvals',
    icon: Bell,
    load: () => import('./approvals/approvals-screen.tsx'),
  },
  {
    path: 'assistant',
    rest: '/{-$id}',
    title: 'Assistant',
    icon: MessagesSquare,
    load: () => import('./assistant/assistant-screen.tsx'),
  },
  {
    path: 'workflows',
    rest: '/{-$part}/{-$id}',
    title: 'Workflows',
    icon: Workflow,
    load: () => import('./workflows/workflows-screen.tsx'),
  },
];
