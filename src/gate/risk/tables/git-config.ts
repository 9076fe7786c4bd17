import type { Risk } from '../../../core/risk.ts';
import { each, type Subcommand } from './each.ts';

/** A name alone shows its value; a name and a value sets it. */
const setting = (risk: Risk): Subcommand => ({
  subcommands: {},
  stopAtOperand: false,
  otherwise: risk,
  options:
    '--default: --all --value: --fixed-value --comment: --append!CRITICAL --global --local --worktree --type:',
});

const HARMLESS =
  'user.name, user.email, init.defaultBranch, init.defaultbranch, pull.rebase, pull.ff, push.default, push.autoSetupRemote, push.followTags, color.ui, core.autocrlf, core.eol, core.safecrlf, core.quotepath, core.quotePath, core.ignorecase, core.filemode, core.fileMode, core.longpaths, core.abbrev, rerere.enabled, commit.gpgsign, commit.verbose, tag.gpgsign, tag.sort, branch.sort, merge.conflictstyle, merge.ff, fetch.prune, rebase.autosquash, rebase.autostash, rebase.autoStash, diff.algorithm, diff.renames, diff.colorMoved, log.date, log.decorate, format.pretty, http.postBuffer, help.autocorrect, gc.auto, status.short, status.branch, advice.detachedHead, feature.manyFiles, user.signingkey';

// Each names a program, or decides where work goes.
const DANGEROUS =
  'core.editor, core.pager, core.hooksPath, core.hookspath, core.sshCommand, core.sshcommand, core.fsmonitor, core.askPass, core.gitProxy, core.attributesFile, core.excludesFile, core.worktree, core.bare, credential.helper, gpg.program, gpg.format, diff.external, diff.tool, merge.tool, mergetool.path, sequence.editor, pager.log, pager.diff, interactive.diffFilter, url.insteadOf, remote.origin.url, remote.origin.fetch, remote.upstream.url, remote.origin.pushurl, branch.main.remote, branch.main.merge, branch.master.remote, include.path, http.proxy, https.proxy, http.sslVerify, protocol.allow, uploadpack.packObjectsHook, safe.directory, init.templateDir, commit.template, remote.pushDefault';

const keys: Readonly<Record<string, Subcommand>> = {
  ...each(HARMLESS, setting('HIGH')),
  ...each(DANGEROUS, setting('CRITICAL')),
};

const writes = (risk: Risk): Subcommand => ({
  risk,
  operands: 'text',
  options:
    '--all --append --value: --fixed-value --comment: --type: --global --local --worktree --system -f: --file:',
});

/** git config: showing is harmless; what is set may name programs that git runs. */
export const gitConfig: Subcommand = {
  options:
    '-e!CRITICAL -f:r -l -t: -z --add!CRITICAL --all --blob: --bool --bool-or-int --bool-or-str --comment: --default: --edit!CRITICAL --expiry-date --file:r --fixed-value --get: --get-all: --get-color: --get-colorbool: --get-regexp: --get-urlmatch: --global --includes --int --list --local --name-only --no-includes --no-type --null --path --regexp --remove-section:!HIGH --rename-section:!HIGH --replace-all!HIGH --show-names --show-origin --show-scope --system --type: --unset:!HIGH --unset-all:!HIGH --value: --worktree --help',
  stopAtOperand: false,
  dangerousText: {
    pattern: /token|passw|secret|extraheader|authorization/i,
    risk: 'MEDIUM',
    reason: 'shows a token or a password',
  },
  subcommands: {
    ...keys,
    ...each('get, list', { operands: 'text' }),
    ...each(
      HARMLESS.split(', ')
        .map((key) => `set ${key}`)
        .join(', '),
      writes('HIGH'),
    ),
    ...each('unset, remove-section, rename-section', writes('HIGH')),
  },
  otherwise: 'CRITICAL',
};
