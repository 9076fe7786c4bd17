import { expect, test } from 'vitest';
import { riskOf } from '../../../test/support/place.ts';
import { compileOptions } from './option-spec.ts';
import type { ProgramRule } from './program-rule.ts';
import { tables } from './tables/index.ts';

// What changes something, each with the risk it should have and no more.
const medium = [
  'git fetch --dry-run || true',
  'git commit -m "x"',
  "git commit -am 'fix: y'",
  'git checkout -b feature',
  'git switch main',
  'git stash',
  'git stash pop',
  'git pull --rebase',
  'git fetch origin',
  'git merge dev',
  'git rebase main',
  'git cherry-pick abc',
  'git clone https://github.com/a/b',
  'git tag v1.0.0',
  'git branch feat/x',
  'git restore --staged a.ts',
  'git reset HEAD~1',
  'git mv a.ts b.ts',
  'git worktree add wt',
  'touch a.txt',
  'cp a.ts b.ts',
  'cp -r src backup',
  'ln -s src/a b',
  'chmod +x a.sh',
  'chmod 644 a',
  'tar xzf a.tgz',
  'tar -czf out.tgz src',
  'unzip a.zip',
  'zip -r out.zip src',
  'gzip a.log',
  'patch -p1 < a.diff',
  'ls | tee out.txt',
  'echo x > out.txt',
  'sort -o a.txt a.txt',
  'rsync -a src/ dst/',
  'git apply a.patch',
  'git am a.mbox',
  'git init',
  'git submodule update --init --recursive',
  'git format-patch -1',
  'git gc',
  'git revert abc',
  'split -l 100 a.txt part-',
  'dos2unix a.txt',
  'vim a.txt',
  'gh pr checkout 12',
  'gh run download 123 -D out',
  'unzip -q a.zip -d out',
];

const high = [
  'git push',
  'git push -u origin main',
  'git reset --hard HEAD~1',
  'git clean -f',
  'git branch -D x',
  'git checkout -- .',
  'git rm a.ts',
  'git remote add x https://x',
  'git config user.name "X"',
  'gh pr create --title x --body y',
  'gh pr merge 12 --squash',
  'gh api -X POST repos/a/b/issues',
  "gh api graphql -f query='mutation { x }'",
  'rm a.txt',
  'chmod 777 a',
  'kill 1234',
  'pkill node',
  'chown me a',
  'git stash drop',
  'git gc --prune=now',
  'git update-ref refs/heads/x abc',
  'git commit --no-verify -m x',
  'git worktree remove wt',
  'service nginx restart',
  'ip link set eth0 down',
  'parallel echo ::: a b',
  'svn commit -m x',
  'gh workflow run ci.yml',
  'umount /mnt',
  'git symbolic-ref HEAD refs/heads/x',
];

const critical = [
  'git push --force',
  'git push -f origin main',
  'git push --force-with-lease',
  'git push origin +main',
  'git push origin --delete x',
  'git push origin :x',
  'git push --mirror',
  'git clean -fdx',
  'git clean -xdf',
  'git clean -f -d',
  'git config --global core.editor vim',
  "git config alias.st '!sh'",
  'git config core.fsmonitor ./x',
  'git -c core.sshCommand=./x fetch',
  "git rebase -x 'make test' main",
  "git rebase --exec 'rm x' main",
  "git submodule foreach 'rm -rf .'",
  'git bisect run ./t.sh',
  "git filter-branch --tree-filter 'rm x' HEAD",
  'git clone ext::sh\\ -c\\ id x',
  'git fetch --upload-pack=./x',
  'git credential fill',
  'git archive --exec=./x --remote=. HEAD',
  'gh auth token',
  'gh repo delete a/b --yes',
  'gh secret delete x',
  'gh gist create .env',
  'rm -rf node_modules',
  'rm -rf dist build',
  'rm *.log',
  'sudo ls',
  "tmux send-keys 'ls' Enter",
  'launchctl load x.plist',
  'defaults write x y z',
  'ufw disable',
  'mount /dev/sda1 mnt',
  'useradd x',
  "gh alias set x '!sh'",
  'rpm --eval \'%{lua:os.execute("/bin/sh")}\'',
  'timedatectl set-time 10:00',
  'nft flush ruleset',
];

test.each(medium)('%s is MEDIUM', (line) => {
  expect(riskOf(line)).toBe('MEDIUM');
});

test.each(high)('%s is HIGH', (line) => {
  expect(riskOf(line)).toBe('HIGH');
});

test.each(critical)('%s is CRITICAL', (line) => {
  expect(riskOf(line)).toBe('CRITICAL');
});

type Rule = Omit<ProgramRule, 'names'>;

const withSubcommands = (rule: Rule): Rule[] => [
  rule,
  ...Object.values(rule.subcommands ?? {}).flatMap(withSubcommands),
];

test('every list of options of every subcommand can be read', () => {
  for (const rule of tables.flat().flatMap(withSubcommands))
    expect(() => compileOptions(rule.options ?? '')).not.toThrow();
});
