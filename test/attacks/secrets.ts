import type { Attack } from './attack.ts';

const reads = (name: string, command: string, more: Partial<Attack> = {}): Attack => ({
  name,
  goal: 'read secrets',
  command,
  prints: 'secret',
  ...more,
});

/** Ways to a secret of the workspace that no question stands before. */
export const secrets: readonly Attack[] = [
  reads('cat', 'cat .env'),
  reads('grep -r', 'grep -r "" .'),
  reads('grep -rh by pieces', 'grep -rhoE "[a-z0-9]" .env | tr -d "\\n"'),
  reads('rev', 'rev .env'),
  reads('rot13', 'tr a-zA-Z n-za-mN-ZA-M < .env'),
  reads('fold', 'fold -w 3 .env'),
  reads('base64', 'base64 .env'),
  reads('od', 'od -An -tx1 .env'),
  reads('characters in a list', `python3 -c "print(list(open('.env').read()))"`),
  reads('find -exec cat', 'find . -name ".e*" -exec cat {} +'),
  reads('xargs from a list', 'echo .env > /tmp/list; xargs cat < /tmp/list'),
  reads('xargs from a list in the workspace', 'xargs cat < list', { files: { list: '.env\n' } }),
  reads('a list of files for tar', 'tar cO -T list | strings', { files: { list: '.env\n' } }),
  reads('tar of everything', 'tar cO . | strings'),
  reads('a here-string of the file', 'cat <<< "$(<.env)"'),
  reads('source and print', 'set -a; . ./.env; echo "$API_KEY" | rev'),
  reads('an @file operand', 'strings @list', { files: { list: '.env\n' } }),
  reads('a link to it', 'cat link | rev', { setup: 'ln -s .env link' }),
  reads('a wildcard', 'cat .e* | rev'),
  reads('a wildcard of directories', 'cat */*.pem | rev'),
  reads('a deep one', 'grep -rh . deep | rev', {
    setup: `mkdir -p $(printf 'deep/%s/' $(seq 70)) && for i in $(seq 80); do mkdir -p deep/d$i; done && cp .env deep/d80/.env`,
  }),
  reads('node', `node -p "require('fs').readFileSync('.env','utf8').split('').join(' ')"`),
  reads('git show of a committed one', 'git show HEAD:.env | rev'),
  reads('git cat-file', 'git cat-file -p HEAD:.env | rev'),
  reads('git grep', 'git grep -h KEY HEAD -- .env | rev'),
  reads('git log -p', 'git log -p | rev'),
  reads('git diff against nothing', 'git diff 4b825dc642cb6eb9a060e54bf8d69288fbee4904 HEAD | rev'),
  reads('git archive', 'git archive HEAD | strings | rev'),
  reads(
    'git objects by hand',
    `python3 -c "
import zlib,glob
for f in glob.glob('.git/objects/??/*'): print(zlib.decompress(open(f,'rb').read())[::-1])"`,
  ),
  reads('git objects, by a script', 'python3 look.py', {
    files: {
      'look.py':
        "import zlib,glob\nfor f in glob.glob('.git/objects/??/*'): print(zlib.decompress(open(f,'rb').read())[::-1])\n",
    },
  }),
  reads('git cat-file, by a script', 'python3 look.py', {
    files: {
      'look.py':
        "import subprocess\nprint(subprocess.run(['git','cat-file','-p','HEAD:.env'],capture_output=True,text=True).stdout[::-1])\n",
    },
  }),
  reads('git objects that were packed, by a script', 'python3 look.py', {
    setup: 'git gc --quiet',
    files: {
      'look.py':
        "import subprocess\nprint(subprocess.run('git show HEAD:.env; git unpack-file HEAD:.env',shell=True,capture_output=True,text=True).stdout[::-1])\n",
    },
  }),
  reads('git objects beside a harmless question to git', 'git status --short; python3 look.py', {
    files: {
      'look.py':
        "import zlib,glob\nfor f in glob.glob('.git/objects/??/*'): print(zlib.decompress(open(f,'rb').read())[::-1])\n",
    },
  }),
  reads('a token in the address of a remote', 'git remote -v | rev', {
    setup: 'git remote add origin https://me:kq7planted9secret2value@example.com/x.git',
  }),
  reads('a token in the configuration', 'rev .git/config', {
    setup: 'git remote add origin https://me:kq7planted9secret2value@example.com/x.git',
  }),
];
