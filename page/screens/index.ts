import {
  Activity,
  Bell,
  BookOpen,
  FolderGit2,
  type LucideIcon,
  MessagesSquare,
  Rocket,
  ScrollText,
  Server,
  Settings,
  SquareTerminal,
  Workflow,
} from 'lucide-react';
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

const BY_ID = '/{-$id}';

/** Every screen, one line each, in the order the navigation lists them. */
// biome-ignore format: one line each
export const SCREENS: readonly Screen[] = [
  { path: 'approvals', rest: BY_ID, title: 'Approvals', icon: Bell, load: () => import('./approvals/approvals-screen.tsx') },
  { path: 'activity', title: 'Activity', icon: Activity, load: () => import('./activity/activity-screen.tsx') },
  { path: 'projects', rest: BY_ID, title: 'Projects', icon: FolderGit2, load: () => import('./projects/projects-screen.tsx') },
  { path: 'processes', rest: BY_ID, title: 'Processes', icon: SquareTerminal, load: () => import('./processes/processes-screen.tsx') },
  { path: 'workflows', rest: '/{-$part}/{-$id}', title: 'Workflows', icon: Workflow, load: () => import('./workflows/workflows-screen.tsx') },
  { path: 'hosts', title: 'Hosts', icon: Server, load: () => import('./hosts/hosts-screen.tsx') },
  { path: 'knowledge', title: 'Knowledge', icon: BookOpen, load: () => import('./knowledge/knowledge-screen.tsx') },
  { path: 'assistant', rest: BY_ID, title: 'Assistant', icon: MessagesSquare, load: () => import('./assistant/assistant-screen.tsx') },
  { path: 'audit', title: 'Audit', icon: ScrollText, load: () => import('./audit/audit-screen.tsx') },
  { path: 'settings', title: 'Settings', icon: Settings, load: () => import('./settings/settings-screen.tsx') },
  { path: 'start', title: 'Get started', icon: Rocket, load: () => import('./first-run/first-run-screen.tsx') },
];
