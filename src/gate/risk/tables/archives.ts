import type { ProgramRule } from '../program-rule.ts';
import { byOperand } from './each.ts';

const HELP = '--help!SAFE --version!SAFE';

/** Packing and unpacking. */
export const archives: readonly ProgramRule[] = [
  {
    names: 'tar gtar bsdtar',
    operands: 'read',
    isBundleFirst: true,
    valuesWrittenWith: '-c -r -u -A --create --append --update --catenate --concatenate',
    options: `-A!MEDIUM -a -b: -B -c -C:w -d -f:r -F:!CRITICAL -g:w -G -h -H: -i -I:!CRITICAL -j -J -k -K: -l -L: -m -M -n -N: -o -O -p -P!HIGH -r!MEDIUM -R -s? -S -t -T:r -u!MEDIUM -U -v -V: -w -W -x!MEDIUM -X:r -y -z -Z -0 -1 -2 -3 -4 -5 -6 -7 --absolute-names!HIGH --absolute-paths!HIGH --acls --add-file:r --after-date: --anchored --append!MEDIUM --atime-preserve? --auto-compress --backup? --block-number --blocking-factor: --bzip2 --catenate!MEDIUM --check-device --check-links --checkpoint? --checkpoint-action:!CRITICAL --clamp-mtime --compare --compress --concatenate!MEDIUM --confirmation --create --delay-directory-restore --delete!HIGH --dereference --diff --directory:w --exclude: --exclude-backups --exclude-caches --exclude-caches-all --exclude-caches-under --exclude-from:r --exclude-ignore: --exclude-ignore-recursive: --exclude-tag: --exclude-tag-all: --exclude-tag-under: --exclude-vcs --exclude-vcs-ignores --extract!MEDIUM --file:r --files-from:r --force-local --format: --full-time --get!MEDIUM --group: --group-map:r --gunzip --gzip --hard-dereference --hole-detection: --ignore-case --ignore-command-error --ignore-failed-read --ignore-zeros --include: --incremental --index-file:w --info-script:!CRITICAL --interactive --keep-directory-symlink!HIGH --keep-newer-files --keep-old-files --label: --level: --list --listed-incremental:w --lzip --lzma --lzop --mode: --mtime: --multi-volume --new-volume-script:!CRITICAL --newer: --newer-mtime: --no-acls --no-anchored --no-auto-compress --no-check-device --no-delay-directory-restore --no-ignore-case --no-ignore-command-error --no-null --no-overwrite-dir --no-quote-chars: --no-recursion --no-same-owner --no-same-permissions --no-seek --no-selinux --no-unquote --no-verbatim-files-from --no-wildcards --no-wildcards-match-slash --no-xattrs --null --numeric-owner --occurrence? --old-archive --one-file-system --one-top-level? --overwrite!HIGH --overwrite-dir --owner: --owner-map:r --pax-option: --portability --posix --preserve-order --preserve-permissions --quote-chars: --quoting-style: --read-full-records --record-size: --recursion --recursive-unlink!CRITICAL --remove-files!HIGH --restrict --rmt-command:!CRITICAL --rsh-command:!CRITICAL --same-order --same-owner --same-permissions --seek --selinux --show-defaults --show-omitted-dirs --show-snapshot-field-ranges --show-stored-names --show-transformed-names --skip-old-files --sort: --sparse --sparse-version: --starting-file: --strip-components: --suffix: --tape-length: --test-label --to-command:!CRITICAL --to-stdout --totals? --touch --transform: --uncompress --ungzip --unlink-first --unquote --update!MEDIUM --usage --use-compress-program:!CRITICAL --utc --verbatim-files-from --verbose --verify --volno-file:w --warning: --wildcards --wildcards-match-slash --xattrs --xattrs-exclude: --xattrs-include: --xform: --xz --zstd ${HELP}`,
    match: ['tar tf a.tar', 'tar -tzf a.tgz', 'tar tvf a.tar src/b', 'tar --list -f a.tar', 'tar --version'],
    notMatch: [
      'tar xzf a.tgz',
      'tar -xf a.tar -C /etc',
      'tar czf out.tgz src',
      'tar cf /dev/null a --checkpoint=1 --checkpoint-action=exec=sh',
      'tar xf a.tar --to-command=sh',
      "tar -xf a.tar -I 'sh -c id'",
      'tar -czf x.tgz ~/.ssh',
      'tar --use-compress-program=./evil -tf a',
      'tar -tf ~/.ssh/a.tar',
    ],
  },
  {
    // Behind -c, -l or -t the file is only read; anywhere else it is replaced.
    names:
      'gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 brotli pigz unpigz compress uncompress lzip lzop pbzip2',
    operands: 'write',
    options: `-# -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -a -b? -B? -c:r -C: -d -D:r -e -f -F: -g -h -H -i? -k -K -l:r -L -m -M: -n -N -o:w -p: -q -Q -r -R -S: -s -t:r -T: -u -v -V -w: -z -Z --adapt --ascii --best --block-list: --block-size: --blocks --check: --compress --decompress --exclude-compressed --extreme --fast? --files?r --files0?r --flush-timeout: --info-memory --filelist:r --force --format: --ignore-check --independent --keep --license --list:r --long? --long-help --memlimit: --memlimit-compress: --memlimit-decompress: --memory: --name --no-adjust --no-check --no-dictID --no-name --no-progress --no-sparse --no-sync --no-warn --output:w --output-dir-flat:w --output-dir-mirror:w --patch-from:r --processes: --progress --quality: --quiet --recursive --rm!HIGH --robot --rsyncable --repetitive-best --repetitive-fast --single-stream --single-thread --size-hint: --small --sparse --stdout:r --stream-size: --suffix: --synchronous --test:r --threads: --to-stdout:r --trace:w --train!MEDIUM --ultra --uncompress --verbose ${HELP}`,
    match: [
      'gzip --version',
      'cat a | gzip -9 | wc -c',
      'ls | xz -T0 | wc -c',
      'gunzip -c a.gz | head',
      'gzip -dc a.gz',
      'xz -l a.xz',
    ],
    notMatch: [
      'gzip a.log',
      'gunzip a.gz',
      'gzip -dc ~/.ssh/a.gz',
      'xz -d ~/.ssh/a.xz',
      'zstd -o /etc/x a',
      'gzip -f package.json',
    ],
  },
  {
    names: 'zip',
    risk: 'MEDIUM',
    operands: 'write',
    options: `-# -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -a -A -b:w -B -c -d!HIGH -D -e -E -f -F -FF -g -h -h2 -i -I -j -J -k -l -L -m!HIGH -MM -n: -N -o -O:w -p -P: -q -Q -r -R -s: -S -t: -T -u -U -v -V -w -ws -x -X -y -z -Z: -@ -TT:!CRITICAL --unzip-command:!CRITICAL --test --recurse-paths --exclude: --include: --junk-paths --move!HIGH --delete!HIGH --update --freshen --symlinks --quiet --verbose --password: --encrypt --out:w --temp-path:w --split-size: --grow --filesync ${HELP}`,
    dangerousText: {
      pattern: /^-[a-zA-Z]*TT|^--?u?n?z?i?p?-?unzip-c/,
      risk: 'CRITICAL',
      reason: 'zip runs a command to test the archive',
    },
    match: ['zip out.zip a b', 'zip -r out.zip src', 'zip -qr out.zip src -x node_modules/x'],
    notMatch: [
      "zip a.zip b -T -TT 'sh #'",
      'zip -r out.zip ~/.ssh',
      'zip -m a.zip b',
      'zip a.zip .env',
      'zip --unzip-command=sh a.zip b',
    ],
  },
  {
    // Behind an option that only shows, the archive is its value; anywhere else it is unpacked.
    names: 'unzip',
    ...byOperand,
    options: `-# -a -b -B -c:r -C -d:w -D -f -h -I: -j -K!HIGH -l:r -L -M -n -o -O: -p:r -P: -q -s -t:r -T -u -U -v:r -V -W -x -X!HIGH -z:r -Z:r ${HELP}`,
    dangerousText: {
      pattern: /^-\w*:/,
      risk: 'CRITICAL',
      reason: 'lets the archive write outside of where it is unpacked',
    },
    match: ['unzip -h', 'unzip -l a.zip', 'unzip -t a.zip'],
    notMatch: [
      'unzip a.zip',
      'unzip -o a.zip -d /etc',
      'unzip a.zip -d ~/.ssh',
      'unzip -K a.zip',
      'unzip -: a.zip',
      'unzip -p ~/.ssh/a.zip',
    ],
  },
  {
    names: 'zipinfo funzip lsar zipnote',
    operands: 'read',
    options: `-1 -2 -h -l -m -M -p -s -t -T -v -x -z -Z -w!MEDIUM ${HELP}`,
    match: ['zipinfo a.zip', 'zipinfo -1 a.jar'],
    notMatch: ['zipinfo ~/.ssh/a.zip', 'zipnote -w a.zip'],
  },
  {
    names: '7z 7za 7zr p7zip 7zz',
    subcommands: {
      l: { operands: 'read', singleDash: true, options: '-slt -ba -r -t7z -tzip -ttar -scsUTF-8 -p -bd -y' },
      t: { operands: 'read', singleDash: true, options: '-bd -p -y -r' },
      h: { operands: 'read', singleDash: true, options: '-scrcCRC32 -scrcSHA256 -r' },
      i: { operands: 'none' },
      x: { risk: 'MEDIUM', operands: 'read', singleDash: true, options: '-y -aoa!HIGH -aos -aou -r -bd -p' },
      e: { risk: 'MEDIUM', operands: 'read', singleDash: true, options: '-y -aoa!HIGH -aos -aou -r -bd -p' },
      a: {
        risk: 'MEDIUM',
        operands: 'write',
        singleDash: true,
        options: '-y -r -bd -p -t7z -tzip -ttar -mx -mx9 -mx=9 -sdel!HIGH',
      },
      u: { risk: 'MEDIUM', operands: 'write', singleDash: true, options: '-y -r -bd -p -t7z -tzip' },
    },
    otherwise: 'HIGH',
    dangerousText: {
      pattern: /^-o(\/|~|\.\.)|^@/,
      risk: 'HIGH',
      reason: 'unpacks outside, or reads a list of files',
    },
    match: ['7z l a.7z', '7z t a.zip', '7z'],
    notMatch: ['7z x a.7z', '7z a out.7z src', '7z x a.7z -o/etc', '7z l @/etc/shadow', '7z d a.7z b'],
  },
  {
    names: 'ar',
    subcommands: {
      t: { operands: 'read' },
      tv: { operands: 'read' },
      p: { operands: 'read' },
      x: { risk: 'MEDIUM', operands: 'read' },
    },
    otherwise: 'MEDIUM',
    options: `-V -t -v -x!MEDIUM -r!MEDIUM -c -s!MEDIUM -d!MEDIUM -q!MEDIUM --plugin:!CRITICAL --output:w --target: --thin --record-libdeps: ${HELP}`,
    match: ['ar t lib.a', 'ar --version'],
    notMatch: ['ar rcs lib.a a.o', 'ar x lib.a', 'ar --plugin ./evil.so t lib.a', 'ar t ~/.ssh/a'],
  },
  {
    names: 'cpio pax',
    risk: 'HIGH',
    operands: 'write',
    options: `-0 -a -A -b -B -c -C: -d -E:r -f -F:w -H: -i -I:r -k -l -L -m -M: -n -o -O:w -p -r -R:!CRITICAL -s -S -t -u -v -V -w -W: -x: -z --absolute-filenames!CRITICAL --append --create --dereference --directory:w --extract --file:w --format: --list --make-directories --no-absolute-filenames --null --owner:!CRITICAL --pass-through --pattern-file:r --preserve-modification-time --quiet --rename --reset-access-time --rsh-command:!CRITICAL --to-stdout --unconditional --verbose ${HELP}`,
    match: ['cpio -idm < a.cpio', 'ls | cpio -o > /dev/null'],
    notMatch: ['cpio --rsh-command=./evil -i', 'cpio -o -O ~/.bashrc', 'cpio -R root -i'],
  },
  {
    names: 'rsync',
    risk: 'MEDIUM',
    operands: 'copy',
    options: `-# -0 -4 -6 -8 -a -A -b -B: -c -C -d -D -e:!CRITICAL -E -f: -F -g -h -H -i -I -k -K!HIGH -l -L -m -M:!CRITICAL -n -N -o -O -p -P -q -r -R -s -S -t -T:w -u -U -v -V -W -x -X -y -z --address: --acls --append --append-verify --archive --backup --backup-dir:w --block-size: --blocking-io --bwlimit: --checksum --checksum-choice: --chmod: --chown:!HIGH --compare-dest:r --compress --compress-choice: --compress-level: --config:r!CRITICAL --contimeout: --copy-as:!CRITICAL --copy-dest:r --copy-dirlinks --copy-links --copy-unsafe-links!HIGH --cvs-exclude --daemon!CRITICAL --debug: --del!HIGH --delay-updates --delete!HIGH --delete-after!HIGH --delete-before!HIGH --delete-delay!HIGH --delete-during!HIGH --delete-excluded!HIGH --delete-missing-args!HIGH --devices --dirs --dry-run --early-input:r --exclude: --exclude-from:r --executability --existing --fake-super --files-from:r --filter: --force!HIGH --from0 --fsync --fuzzy --group --groupmap: --hard-links --human-readable --iconv: --ignore-errors --ignore-existing --ignore-missing-args --ignore-non-existing --ignore-times --include: --include-from:r --info: --inplace --itemize-changes --keep-dirlinks!HIGH --link-dest:r --links --list-only --log-file:w --log-file-format: --max-alloc: --max-delete: --max-size: --min-size: --mkpath --modify-window: --munge-links --no-compress --no-D --no-group --no-implied-dirs --no-motd --no-o --no-g --no-owner --no-perms --no-times --no-whole-file --numeric-ids --old-args --old-dirs --omit-dir-times --omit-link-times --one-file-system --only-write-batch:w --open-noatime --out-format: --outbuf: --owner --partial --partial-dir:w --password-file:r --perms --port: --preallocate --progress --protect-args --protocol: --prune-empty-dirs --quiet --read-batch:r --recursive --relative --remote-option:!CRITICAL --remove-source-files!HIGH --rsh:!CRITICAL --rsync-path:!CRITICAL --safe-links --secluded-args --size-only --skip-compress: --sockopts: --sparse --specials --stats --stderr: --stop-after: --stop-at: --suffix: --super!HIGH --temp-dir:w --timeout: --times --trust-sender!HIGH --update --usermap: --verbose --whole-file --write-batch:w --write-devices!CRITICAL --xattrs ${HELP}`,
    dangerousText: {
      pattern: /^[\w.@-]+:|^rsync:\/\//,
      risk: 'HIGH',
      reason: 'copies to or from another machine',
      isNetwork: true,
    },
    match: ['rsync -a src/ backup/', 'rsync -av --exclude node_modules src/ /tmp/x/', 'rsync -an a b'],
    notMatch: [
      'rsync -a src/ host:/srv',
      "rsync -e 'sh -c id' a b",
      'rsync -a --delete src/ backup/',
      'rsync -a ~/.ssh/ backup/',
      'rsync a rsync://host/x',
      'rsync -a a /etc',
    ],
  },
];
