import type { ProgramRule } from '../programs/program-rule.ts';

const HELP = '--help!SAFE --version!SAFE';

/** Making, changing, moving and deleting files. */
export const coreutilsWrite: readonly ProgramRule[] = [
  {
    names: 'mkdir mkfifo',
    operands: 'create',
    options: `-m: -p -v -Z --mode: --parents --verbose --context? ${HELP}`,
    match: ['mkdir --help'],
    notMatch: ['mkdir -p src/new', 'mkdir /etc/x', 'mkfifo pipe', 'mkdir .git/hooks'],
  },
  {
    names: 'touch',
    operands: 'write',
    options: `-a -A: -c -d: -f -h -m -r:l -t: --date: --no-create --no-dereference --reference:l --time: ${HELP}`,
    match: ['touch --help'],
    notMatch: ['touch a.txt', 'touch ~/.ssh/authorized_keys', 'touch .git/hooks/pre-commit'],
  },
  {
    names: 'mktemp',
    risk: 'LOW',
    operands: 'write',
    options: `-d -u -q -p:w -t --directory --dry-run --quiet --suffix: --tmpdir?w ${HELP}`,
    match: ['mktemp', 'mktemp -d', 'mktemp -dt'],
    notMatch: ['mktemp -p /etc', 'mktemp ~/.ssh/x.XXXX', 'mktemp --tmpdir=/etc'],
  },
  {
    names: 'cp gcp',
    operands: 'copy',
    options: `-a -b -c -d -f -H -i -l -L -n -p -P -r -R -s -S: -t:w -T -u -v -x -X -Z --archive --attributes-only --backup? --copy-contents --debug --dereference --force --interactive --keep-directory-symlink --link --no-clobber --no-dereference --no-preserve: --no-target-directory --one-file-system --parents --preserve? --progress --recursive --reflink? --remove-destination!HIGH --sparse: --strip-trailing-slashes --suffix: --symbolic-link --target-directory:w --update? --verbose --context? ${HELP}`,
    match: ['cp --help'],
    notMatch: [
      'cp a.txt b.txt',
      'cp -r src backup',
      'cp .env /tmp/x',
      'cp evil .git/hooks/pre-commit',
      'cp -t /etc a',
    ],
  },
  {
    names: 'mv gmv',
    operands: 'move',
    options: `-b -f -h -i -n -S: -t:w -T -u -v -Z --backup? --debug --exchange --force --interactive --no-clobber --no-copy --no-target-directory --strip-trailing-slashes --suffix: --target-directory:w --update? --verbose --context ${HELP}`,
    match: ['mv --version'],
    notMatch: ['mv a.ts b.ts', 'mv ~ /dev/null', 'mv .env /tmp', 'mv *.ts old'],
  },
  {
    // A link gives whoever follows it the same way in as a write to its target.
    names: 'ln link',
    operands: 'write',
    options: `-b -d -f -F -h -i -L -n -P -r -s -S: -t:w -T -v --backup? --directory!HIGH --force --interactive --logical --no-dereference --no-target-directory --physical --relative --suffix: --symbolic --target-directory:w --verbose ${HELP}`,
    match: ['ln --help'],
    notMatch: ['ln -s src/a b', 'ln -s / root', 'ln -s ~/.ssh keys', 'ln -sf /etc/passwd x'],
  },
  {
    // With -d every operand is written; it is not worth telling the sources from the rest.
    names: 'install ginstall',
    operands: 'write',
    options: `-b -c -C -d -D -g:!HIGH -m: -o:!HIGH -p -s -S: -t:w -T -v -Z --backup? --compare --context? --debug --directory --group:!HIGH --mode: --no-target-directory --owner:!HIGH --preserve-context --preserve-timestamps --strip --strip-program:!CRITICAL --suffix: --target-directory:w --verbose ${HELP}`,
    dangerousText: {
      pattern: /^(-m|--mode=)?(0?[2467]\d{3}$|([ugoa]*[+=-][rwxX]*,?)*[ugoa]*[+=][rwxX]*[st])/,
      risk: 'CRITICAL',
      reason: 'makes a program that runs with the rights of another user',
    },
    match: ['install --help'],
    notMatch: [
      'install -m 755 a b',
      'install -m 4755 sh x',
      'install -m u+s a b',
      'install --strip-program=x a b',
    ],
  },
  {
    names: 'rm grm',
    operands: 'delete',
    options: `-d -f -i -I -P -r -R -v -W -x --dir --force --interactive? --no-preserve-root!CRITICAL --one-file-system --preserve-root? --recursive --verbose ${HELP}`,
    match: ['rm --help'],
    notMatch: ['rm a.txt', 'rm -rf dist', 'rm -rf /', 'rm *.log', 'rm -- -x', 'rm --recursive x'],
  },
  {
    names: 'rmdir',
    operands: 'delete',
    options: `-p -v --ignore-fail-on-non-empty --parents --verbose ${HELP}`,
    match: ['rmdir --help'],
    notMatch: ['rmdir empty', 'rmdir /home/me'],
  },
  {
    names: 'unlink',
    operands: 'delete',
    options: HELP,
    match: ['unlink --help'],
    notMatch: ['unlink a', 'unlink package.json'],
  },
  {
    names: 'trash trash-put gio-trash rmtrash',
    operands: 'delete',
    options: `-f -r -v -i --force --verbose --trash-dir:w ${HELP}`,
    match: ['trash --help'],
    notMatch: ['trash a.txt', 'trash-put ~'],
  },
  {
    names: 'trash-empty nix-collect-garbage',
    subcommands: {},
    bare: 'HIGH',
    otherwise: 'HIGH',
    risk: 'HIGH',
    options: `-d -f --delete-old --delete-older-than: --dry-run ${HELP}`,
    match: ['trash-empty', 'nix-collect-garbage -d'],
    notMatch: ['yes | trash-empty | sudo sh'],
  },
  {
    names: 'shred srm scrub wipe',
    operands: 'delete',
    options: `-f -n: -s: -u -v -x -z --exact --force --iterations: --random-source:r --remove? --size: --verbose --zero ${HELP}`,
    match: ['shred --help'],
    notMatch: ['shred -u a.txt', 'shred /dev/sda', 'shred -n 1 *'],
  },
  {
    names: 'truncate fallocate',
    operands: 'write',
    values: Object.fromEntries(
      ['-s', '--size'].map((name) => [
        name,
        [{ pattern: /^0/, risk: 'HIGH', reason: 'empties the file' } as const],
      ]),
    ),
    options: `-c -d -i -k -l: -n -o? -p -r:l -s: -v -x -z --collapse-range --dig-holes --insert-range --io-blocks --keep-size --length: --no-create --offset: --posix --punch-hole --reference:l --size: --verbose --zero-range ${HELP}`,
    match: ['truncate --help'],
    notMatch: ['truncate -s 0 a.log', 'truncate -s 0 package.json', 'fallocate -l 1G /etc/x'],
  },
  {
    // The mode is among the operands: as a path it is harmless.
    names: 'chmod',
    operands: 'write',
    options: `-c -f -h -H -L -P -R -r -s!CRITICAL -t -v -w -x -X --changes --dereference --no-dereference --no-preserve-root!CRITICAL --preserve-root --quiet --recursive --reference:l --silent --verbose ${HELP}`,
    dangerousText: [
      {
        pattern:
          /^0?[2467]\d{3}$|^[01]?[0-7]{2}[2367]$|(^|,)[ugoa]{0,8}([+=-][rwxXt]{0,8}){0,4}[+=][rwxXt]{0,8}s|(^|,)[ug]{0,8}[oa][ugoa]{0,8}[+=][rx]{0,8}w/,
        risk: 'HIGH',
        reason: 'lets others write to it, or run it with the rights of its owner',
      },
      {
        pattern: /^-\w*R|^--recursive$/,
        risk: 'CRITICAL',
        reason: 'changes the rights of everything below',
      },
    ],
    match: ['chmod --help'],
    notMatch: ['chmod +x a.sh', 'chmod -R 777 .', 'chmod u+s sh', 'chmod 4755 sh', 'chmod 600 ~/.ssh/id_rsa'],
  },
  {
    names: 'chown chgrp',
    operands: 'write',
    options: `-c!HIGH -f!HIGH -h!HIGH -H -L -P -R!CRITICAL -v!HIGH -x --changes!HIGH --dereference --from:!HIGH --no-dereference --no-preserve-root!CRITICAL --preserve-root --quiet --recursive!CRITICAL --reference:l!HIGH --silent --verbose ${HELP}`,
    dangerousText: { pattern: /^[^-]/, risk: 'HIGH', reason: 'changes who owns it' },
    match: ['chown --help'],
    notMatch: ['chown me a', 'chown -R root:root /', 'chgrp staff a'],
  },
  {
    names: 'mknod chattr setfacl setfattr setcap',
    operands: 'write',
    options: `-m: -Z -a -b -c -d -k -K -h -n: -p: -r -R -v: -x: -X:r -s -V --mode: --context? --set: --set-file:r --modify: --modify-file:r --remove: --remove-file:r --remove-all --remove-default --default --recursive --restore:r --name: --value: --test ${HELP}`,
    dangerousText: {
      pattern: /^(?!--help$|--version$)/,
      risk: 'CRITICAL',
      reason: 'changes rights, attributes or devices',
    },
    match: ['mknod --help'],
    notMatch: ['mknod x b 8 0', 'chattr +i a', 'setcap cap_setuid+ep node', 'setfacl -m u:x:rwx a'],
  },
  {
    names: 'tee',
    operands: 'write',
    options: `-a -i -p --append --ignore-interrupts --output-error? ${HELP}`,
    match: ['ls | tee', 'tee --help', 'ls | tee /dev/stderr'],
    notMatch: ['ls | tee out.txt', 'echo x | tee -a ~/.bashrc', 'echo x | tee /dev/sda'],
  },
  {
    names: 'sponge',
    operands: 'write',
    options: `-a ${HELP}`,
    match: ['ls | sponge'],
    notMatch: ['ls | sponge out.txt', 'ls | sponge -a ~/.bashrc'],
  },
  {
    names: 'split',
    risk: 'MEDIUM',
    operands: 'copy',
    options: `-# -a: -b: -C: -d -e -l: -n: -p: -t: -u -x --additional-suffix: --bytes: --elide-empty-files --filter:c!CRITICAL --hex-suffixes? --line-bytes: --lines: --number: --numeric-suffixes? --separator: --suffix-length: --unbuffered --verbose ${HELP}`,
    match: ['split -l 100 big.txt part-', 'split -b 1M a'],
    notMatch: ['split --filter=sh a', 'split a /etc/x', 'split ~/.ssh/id_rsa'],
  },
  {
    names: 'csplit',
    risk: 'MEDIUM',
    operands: 'read',
    options: `-b: -f:w -k -n: -s -z --digits: --elide-empty-files --keep-files --prefix:w --quiet --silent --suffix-format: --suppress-matched ${HELP}`,
    match: ["csplit a.txt '/^#/' '{*}'"],
    notMatch: ['csplit -f /etc/x a.txt 1', 'csplit /etc/shadow 1'],
  },
  {
    names: 'sync',
    operands: 'text',
    options: `-d -f --data --file-system ${HELP}`,
    match: ['sync'],
    notMatch: ['sync --unknown'],
  },
  {
    names: 'dos2unix unix2dos mac2unix',
    risk: 'MEDIUM',
    operands: 'write',
    options: `-b -c: -D: -e -f -h -i?!SAFE -k -l -m -n -N -o -O -q -r -s -u -v -V -7 -F -S -L -R --add-bom --remove-bom --keepdate --oldfile --newfile --quiet --force --info?!SAFE --keep-bom --follow-symlink --replace-symlink --skip-symlink --safe --allow-chown!HIGH ${HELP}`,
    match: ['dos2unix a.txt', 'dos2unix -i a.txt'],
    notMatch: ['dos2unix package.json', 'dos2unix ~/.bashrc'],
  },
];
