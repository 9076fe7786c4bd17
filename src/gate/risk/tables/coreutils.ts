import type { ProgramRule } from '../programs/program-rule.ts';

/** Looking at files and directories. */
export const coreutils: readonly ProgramRule[] = [
  {
    names: 'ls dir vdir',
    operands: 'list',
    prints: 'paths',
    options:
      '-a -A -b -B -c -C -d -D -f -F? -g -G -h -H -i -I: -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -T? -u -U -v -w: -x -X -Z -1 -@ -e -O --all --almost-all --author --block-size: --color? --context --classify? --dereference --dereference-command-line --dereference-command-line-symlink-to-dir --directory --dired --escape --file-type --format: --full-time --group-directories-first --hide: --hide-control-chars --human-readable --hyperlink? --ignore: --ignore-backups --indicator-style: --inode --kibibytes --literal --no-group --numeric-uid-gid --quote-name --quoting-style: --recursive --reverse --show-control-chars --si --size --sort: --tabsize: --time: --time-style: --width: --zero --help --version',
    match: ['ls', 'ls -la', 'ls --color=auto src', 'ls -lah --group-directories-first', 'ls -1t | head -5'],
    notMatch: ['ls /etc/ssl/private', 'ls --unknown-option', 'ls ~/.ssh', 'ls -la ..'],
  },
  {
    names: 'eza exa lsd',
    operands: 'list',
    prints: 'paths',
    options:
      '-1 -l -G -x -F -R -T -X -a -d -D -f -I: -L? -s? -r -b -B -g -h -H -i -m -M -n -S -t -u -U -@ -A -v --oneline --long --grid --across --classify? --recurse --tree --dereference --color? --colour? --color-scale? --icons? --no-icons --icon: --icon-theme: --hyperlink --width: --all --almost-all --list-dirs --only-dirs --only-files --level: --depth: --reverse --sort: --group-directories-first --group-dirs: --group-directories-last --git-ignore --ignore-glob: --binary --bytes --group --header --inode --links --modified --mounts --numeric --octal-permissions --flags --blocksize --time: --accessed --created --changed --time-style: --total-size --no-permissions --no-filesize --no-user --no-time --no-quotes --git --git-repos --no-git --extended --context --date: --timesort --sizesort --size: --total-size --blocks: --permission: --help --version',
    match: ['eza -la --git', 'exa --tree --level=2 src', 'lsd -l'],
    notMatch: ['eza ~/.aws', 'eza --unknown'],
  },
  {
    names: 'tree',
    operands: 'list',
    options:
      '-a -d -l -f -x -L: -R!MEDIUM -P: -I: -o:w -q -N -Q -p -u -g -s -h -D -F -i -A -S -n -C -X -J -H: -T: -v -t -c -U -r --matchdirs --ignore-case --noreport --nolinks --charset: --filelimit: --dirsfirst --filesfirst --du --prune --sort? --gitignore --gitfile:r --info --infofile:r --fromfile!MEDIUM --fromtabfile!MEDIUM --metafirst --timefmt: --inodes --device --si --hintro:r --houtro:r --help --version',
    match: ['tree', 'tree -L 2 -a -I node_modules', 'tree src --dirsfirst'],
    notMatch: ['tree -o out.txt', 'tree /etc', 'tree -R -L 1'],
  },
  {
    names: 'fd fdfind',
    operands: 'pattern-read',
    prints: 'paths',
    options:
      '-H -I -u -s -i -g -F -a -l -L -p -0 -d: -E: -t: -e: -S: -o: -c: -j: -q -1 -x:k -X:k --hidden --no-hidden --no-ignore --ignore --no-ignore-vcs --ignore-vcs --no-ignore-parent --no-require-git --require-git --unrestricted --case-sensitive --ignore-case --glob --regex --fixed-strings --and: --absolute-path --relative-path --list-details --follow --full-path --print0 --max-depth: --min-depth: --exact-depth: --exclude: --prune --type: --extension: --size: --changed-within: --changed-before: --newer: --older: --owner: --format: --exec:k --exec-batch:k --batch-size: --ignore-file:r --color: --hyperlink? --threads: --max-results: --quiet --show-errors --base-directory:l --path-separator: --search-path:l --strip-cwd-prefix? --one-file-system -h -V --help --version',
    match: ['fd', 'fd -e ts', "fd -H '^\\.env' src", 'fdfind -t f package.json', 'fd -e ts -x wc -l'],
    notMatch: ['fd -e log -x rm', 'fd --exec-batch=vim', 'fd . /etc', 'fd -X sh -c "rm a"'],
  },
  {
    names: 'locate plocate mlocate slocate',
    risk: 'LOW',
    operands: 'text',
    options:
      '-A -b -c -d:r -e -i -l: -n: -L -P -H -N -p -q -r: -s -S -w -0 -m --all --basename --count --database:r --existing --follow --ignore-case --ignore-spaces --limit: --literal --nofollow --null --quiet --regex --regexp: --statistics --transliterate --wholename --help --version -h -V',
    match: ['locate libssl.so', "locate -i '*.pem' -l 5"],
    notMatch: ['locate -d ~/.ssh/db x', 'locate --unknown x'],
  },
  {
    names: 'stat',
    operands: 'list',
    options:
      '-L -f -t -c: -F -l -n -q -r -s -x --dereference --file-system --cached: --format: --printf: --terse --help --version',
    match: ['stat package.json', "stat -c '%s %n' src/*.ts", 'stat -f .'],
    notMatch: ['stat ~/.ssh/id_rsa', 'stat --unknown x'],
  },
  {
    names: 'file',
    operands: 'list',
    options:
      '-b -c -C!MEDIUM -d -e: -E -f:i -F: -h -i -I -k -l -L -m:r -M:r -n -N -0 -p!LOW -P: -r -s -S -v -z -Z --apple --brief --checking-printout --compile!MEDIUM --debug --dereference --exclude: --exclude-quiet: --extension --files-from:i --keep-going --list --magic-file:r --mime --mime-encoding --mime-type --no-buffer --no-dereference --no-pad --no-sandbox --parameter: --preserve-date!LOW --print0 --raw --separator: --special-files --uncompress --uncompress-noreport --help --version',
    match: ['file a.bin', 'file -b --mime-type logo.png', 'file dist/*'],
    notMatch: ['file -f /etc/shadow', 'file -m .env x', 'file -C -m magic'],
  },
  {
    names: 'du',
    operands: 'list',
    options:
      '-0 -a -A -B: -b -c -d: -D -g -h -H -I: -k -l -L -m -n -P -r -s -S -t: -x -X:r --all --apparent-size --block-size: --bytes --count-links --dereference --dereference-args --exclude: --exclude-from:r --files0-from:i --human-readable --inodes --max-depth: --no-dereference --null --one-file-system --separate-dirs --si --summarize --threshold: --time? --time-style: --total --help --version',
    match: ['du -sh .', 'du -h --max-depth=1 node_modules', 'du -sk src'],
    notMatch: ['du --files0-from=/etc/shadow', 'du -sh ~/.gnupg', 'du -X .env .'],
  },
  {
    names: 'df',
    operands: 'text',
    options:
      '-a -b -B: -g -h -H -i -I -k -l -m -n -P -t: -T -v -x: -Y --all --block-size: --human-readable --si --inodes --local --no-sync --output? --portability --sync --total --type: --print-type --exclude-type: --help --version',
    match: ['df -h', 'df -hT /', 'df -i .'],
    notMatch: ['df --unknown'],
  },
  {
    names: 'wc',
    operands: 'list',
    options:
      '-c -l -L -m -w --bytes --chars --files0-from:i --lines --max-line-length --total: --words --help --version',
    match: ['wc -l src/a.ts', 'cat a | wc -c', 'wc'],
    notMatch: ['wc --files0-from /etc/shadow', 'wc -l /etc/shadow'],
  },
  {
    names:
      'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum cksum sum shasum md5 xxhsum xxh64sum',
    operands: 'read',
    options:
      '-0 -1 -a: -b -c -l: -p -q -r -s -t -U -w -z --algorithm: --base64 --binary --check --debug --ignore-missing --length: --quiet --raw --status --strict --sysv --tag --text --untagged --warn --zero --help --version',
    match: ['sha256sum dist/a.tgz', 'md5sum -c sums.txt', 'shasum -a 256 a', 'cksum package.json'],
    notMatch: ['sha256sum ~/.ssh/id_rsa', 'md5sum /etc/shadow'],
  },
  {
    names: 'basename dirname pathchk readlink realpath',
    operands: 'text',
    options:
      '-a -e -f -L -m -n -p -P -q -s -v -z -E -S: --canonicalize --canonicalize-existing --canonicalize-missing --exists --logical --multiple --no-newline --no-symlinks --physical --portability --quiet --relative-base: --relative-to: --silent --strip --suffix: --verbose --zero --help --version',
    match: [
      'basename src/a.ts .ts',
      'dirname "$0"',
      'realpath --relative-to=. src',
      'readlink -f node_modules/x',
    ],
    notMatch: ['realpath --unknown x'],
  },
  {
    names: 'pwd',
    operands: 'none',
    options: '-L -P --logical --physical --help --version',
    match: ['pwd', 'pwd -P'],
    notMatch: ['pwd --unknown'],
  },
  {
    names: 'ncdu dust duf diskus',
    operands: 'list',
    options:
      '-a -b -c -d: -e -f:r -h -j -n: -o:w -p -q -r -s -t: -v -V -x -X: -z: -0 -1 -2 --all --apparent-size --depth: --exclude: --exclude-from:r --json --only: --hide: --sort: --style: --theme: --inodes --reverse --help --version',
    match: ['dust -d 2', 'duf', 'ncdu -x .'],
    notMatch: ['ncdu -o out.json', 'ncdu -f /etc/shadow'],
  },
];
