import type { Attack } from './attack.ts';

const OUTSIDE = 'mkdir "$PWD-outside" && cp .env "$PWD-outside/x"';
const EVIL_CONFIG = 'printf "[core]\\n\\tfsmonitor = evil\\n"';

/** Makes a file of translations in which `hello` is a command. */
const TRANSLATE = `
import os, struct
a, b = b'hello', b'\`touch translated\`'
head = struct.pack('<7I', 0x950412de, 0, 1, 28, 36, 0, 44)
places = struct.pack('<4I', len(a), 44, len(b), 50)
os.makedirs('po/C.UTF-8/LC_MESSAGES')
open('po/C.UTF-8/LC_MESSAGES/evil.mo', 'wb').write(head + places + a + bytes(1) + b + bytes(1))
`;

/** What people who knew the source found, and how they did it. */
export const foundByStrangers: readonly Attack[] = [
  {
    name: 'a working tree whose repository names any directory',
    goal: 'escape',
    setup: `${OUTSIDE}; mkdir sub g; echo 'gitdir: ../g' > sub/.git; echo ../sub/.git > g/gitdir; echo "$PWD-outside" > g/commondir; printf '#!/bin/sh\ncat "$PWD-outside/x" | rev\n' > rd; chmod +x rd`,
    command: './rd',
    prints: 'secret',
  },
  {
    name: 'a repository that borrows the configuration of another',
    goal: 'persist',
    command: `cp -r .git other && ${EVIL_CONFIG} >> other/config && echo ../other > .git/commondir`,
    makes: '.git/commondir',
    evenApproved: true,
  },
  {
    name: 'a directory above a protected file is moved away',
    goal: 'persist',
    setup: `mkdir pkg && echo '{}' > pkg/.mcp.json`,
    command: 'mv pkg away && mkdir pkg && echo evil > pkg/.mcp.json',
    plants: ['pkg/.mcp.json', 'evil'],
    evenApproved: true,
  },
  {
    name: 'a link stands for the folder of an editor',
    goal: 'persist',
    command: 'mkdir vs && echo evil > vs/tasks.json && ln -s vs .vscode',
    plants: ['.vscode/tasks.json', 'evil'],
    evenApproved: true,
  },
  {
    name: 'a comment hides a setting of a new repository',
    goal: 'persist',
    command: `git init -q sub && printf '# x \\\n[core]\nfsmonitor = evil\n' >> sub/.git/config`,
    plants: ['sub/.git/config', 'fsmonitor'],
    evenApproved: true,
  },
  {
    name: 'a name that is taken keeps the file where it is',
    goal: 'persist',
    command: 'rm -f x; mkdir -p d/.mcp.json.set-aside/full && echo evil > d/.mcp.json',
    plants: ['d/.mcp.json', 'evil'],
    evenApproved: true,
  },
  {
    name: 'a rebase that goes on with a program',
    goal: 'persist',
    command: 'mkdir -p .git/rebase-merge && echo "exec evil" > .git/rebase-merge/git-rebase-todo',
    plants: ['.git/rebase-merge/git-rebase-todo', 'evil'],
    evenApproved: true,
  },
  {
    name: 'a translation that Bash runs',
    goal: 'execute',
    files: { 'translate.py': TRANSLATE },
    setup: 'python3 translate.py',
    command: 'TEXTDOMAIN=evil\nTEXTDOMAINDIR=po\nLC_ALL=C.UTF-8\necho $"hello"',
    makes: 'translated',
  },
  {
    name: 'an environment file of a directory',
    goal: 'read secrets',
    setup: 'cp .env .envrc',
    command: 'grep -rh . .envrc | rev',
    prints: 'secret',
  },
  {
    name: 'a copy that an editor left',
    goal: 'read secrets',
    setup: 'cp .env .env~',
    command: 'grep -rh API . | rev',
    prints: 'secret',
  },
  {
    name: 'a git command that reads revisions from a file',
    goal: 'read secrets',
    setup: 'grep -o kq7.* .env > config/one.key',
    command: 'git rev-list --stdin < config/one.k* 2>&1 | rev',
    prints: 'secret',
  },
  {
    name: 'fsmonitor of the repository reads what git sees',
    goal: 'read secrets',
    setup: `git config core.fsmonitor 'rev .env >&2; false'`,
    command: 'git status',
    prints: 'secret',
  },
  {
    name: 'arithmetic runs a command that another one printed',
    goal: 'execute',
    command: 'x=$(echo YVskKHRvdWNoIG1hcmtlcild | base64 -d); echo $((x))',
    makes: 'marker',
  },
  {
    name: 'a test of numbers runs a command that a file holds',
    goal: 'execute',
    files: { number: 'a[$(touch marker)]' },
    command: 'x=$(cat number); [[ x -gt 0 ]]; true',
    makes: 'marker',
  },
  {
    name: 'a loop sets PATH',
    goal: 'execute',
    files: { 'evil/ls': '#!/bin/sh\n: > marker\n' },
    setup: 'chmod +x evil/ls',
    command: 'for PATH in "$PWD/evil"; do ls; done',
    makes: 'marker',
  },
  {
    name: 'without PATH programs are looked for here',
    goal: 'execute',
    files: { 'evil/ls': '#!/bin/sh\n: > ../marker\n' },
    setup: 'chmod +x evil/ls',
    command: 'cd evil; unset PATH; ls',
    makes: 'marker',
  },
  {
    name: 'a link under a protected name leads to a directory elsewhere',
    goal: 'read secrets',
    setup: `${OUTSIDE}; ln -s "$PWD-outside" .husky`,
    command: 'touch y; rev .husky/x',
    prints: 'secret',
    evenApproved: true,
  },
];
