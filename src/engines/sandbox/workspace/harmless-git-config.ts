/** Settings of a repository that name no program, no file and no other configuration. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  core: /^(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|abbrev|quotepath|longpaths|sparsecheckout|sparsecheckoutcone|preloadindex|untrackedcache|trustctime|checkstat|bigfilethreshold|commitgraph|multipackindex)$/,
  remote: /^(url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|promisor|partialclonefilter|skipfetchall)$/,
  branch:
    /^(remote|pushremote|merge|rebase|description|autosetuprebase|autosetupmerge|vscode-merge-base|gk-\w+)$/,
  submodule: /^(url|active|branch|ignore|fetchrecursesubmodules|shallow|recurse)$/,
  user: /^(name|email|signingkey|useconfigonly)$/,
  init: /^defaultbranch$/,
  extensions: /^(partialclone|objectformat|worktreeconfig|refstorage|compatobjectformat)$/,
  lfs: /^(repositoryformatversion|locksverify|access|url)$/,
  pull: /^(rebase|ff)$/,
  push: /^(default|autosetupremote|followtags)$/,
  fetch: /^(prune|prunetags|all|parallel)$/,
  rebase: /^(autosquash|autostash|updaterefs)$/,
  commit: /^(gpgsign|verbose)$/,
  tag: /^(gpgsign|sort)$/,
  rerere: /^(enabled|autoupdate)$/,
  gc: /^(auto|autopacklimit|autodetach|pruneexpire|reflogexpire|worktreepruneexpire)$/,
  index: /^(version|threads|sparse)$/,
  status: /^(short|branch|showuntrackedfiles|submodulesummary|renames)$/,
  color: /^\w+$/,
  advice: /^\w+$/,
};

/** Settings that name a file which git only reads as text; changing it runs nothing. */
const NAMES_TEXT =
  /^(blame\.ignorerevsfile|commit\.template|core\.excludesfile|format\.signaturefile|mailmap\.file)$/;

export const namesText = (section: string, name: string): boolean =>
  NAMES_TEXT.test(`${section}.${name.toLowerCase()}`);

/** Whether a configuration says nothing that could start a program, or nothing of the kind that it did not say before. */
export function isHarmlessConfig(text: string, before = ''): boolean {
  const known = new Set(before === '' ? [] : harmfulSettings(before));
  return harmfulSettings(text).every((setting) => known.has(setting));
}

/** Settings that are not on the list, each with its section and value; a line that cannot be read counts as one. */
export function harmfulSettings(text: string): string[] {
  const found: string[] = [];
  let section = '';
  // A value can go on in the next line; a comment ends with its own.
  const lines = text.split('\n').map((one) => one.trim());
  for (const line of lines) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    if (line.endsWith('\\')) found.push(`${section}\0${line}`);
    const header = /^\[([\w.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\]$/.exec(line);
    if (header) section = header[1]?.toLowerCase() ?? '';
    else if (!isHarmlessSetting(section, line)) found.push(`${section}\0${line}`);
  }
  return found;
}

function isHarmlessSetting(section: string, line: string): boolean {
  const [, name = '', value = ''] = /^([A-Za-z][\w-]*)\s*(?:=\s*((?:\S.*)?))?$/.exec(line) ?? [];
  return isHarmless(section, name, value);
}

/** Whether a setting names no program, no file and no other configuration. The section is in lower case. */
export function isHarmless(section: string, name: string, value: string): boolean {
  // A section may be called like what every object has.
  const known = Object.hasOwn(HARMLESS, section) ? HARMLESS[section] : undefined;
  if (!known?.test(name.toLowerCase())) return false;
  // `ext::` runs a program, a leading dash is an option, `!` a command.
  return !/^"?(ext::|fd::|-|!)/.test(value);
}
