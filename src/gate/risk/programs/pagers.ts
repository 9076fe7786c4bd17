import { type Finding, finding } from '../finding.ts';
import type { Value } from '../parse/words.ts';
import type { Judge } from './judge.ts';

/** Commands that show what they print through a pager, as it is longer than a screen; their arguments as one line. */
const PAGED: readonly (readonly [RegExp, RegExp])[] = [
  [/^systemctl$/, /^$/],
  [/^(timedatectl|localectl)$/, /^(?!.*--no-pager)(list-timezones|list-keymaps|list-locales) /],
  [/^(journalctl|coredumpctl)$/, /^$/],
  [/^dmesg$/, /(^| )(-[a-zA-Z]*H|--human)( |$)/],
  [/^dpkg$/, /^(-l|--list) $/],
  [/^(apt|apt-get|aptitude)$/, /(^| )changelog /],
  [/^(bundle|gcloud|aws|gsutil)$/, /(^| )help( |$)/],
  [/^rustc$/, /--explain/],
  [/^eb$/, /(^| )(logs|events) /],
  [/^(bat|batcat)$/, /paging[ =]?always/],
];

/** A pager takes commands from the keyboard, and one of them starts a shell; without a terminal none is started. */
export function judgePager(name: string, args: readonly Value[], { isPiped }: Judge): Finding[] {
  if (isPiped) return [];
  const line = args.map(({ text }) => `${text} `).join('');
  return PAGED.some(([names, words]) => names.test(name) && words.test(line))
    ? [finding('MEDIUM', `${name} may open a pager, from which other programs can be started`)]
    : [];
}
