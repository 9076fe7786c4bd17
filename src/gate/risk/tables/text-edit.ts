import type { ProgramRule } from '../programs/program-rule.ts';

const HELP = '--help!SAFE --version!SAFE';

/** Changing text: patches and editors. */
export const textEdit: readonly ProgramRule[] = [
  {
    names: 'patch gpatch',
    risk: 'MEDIUM',
    operands: 'write',
    options: `-b -B: -c -C -d:w -D: -e!HIGH -E -f -F: -g: -i:r -l -n -N -o:w -p: -r:w -R -s -t -T -u -v -V: -x: -Y: -z: -Z --backup --backup-if-mismatch --basename-prefix: --batch --binary --context --directory:w --dry-run!SAFE --ed!HIGH --follow-symlinks!HIGH --force --forward --fuzz: --get: --ifdef: --ignore-whitespace --input:r --merge? --no-backup-if-mismatch --normal --output:w --posix --prefix: --quiet --quoting-style: --read-only: --reject-file:w --reject-format: --remove-empty-files --reverse --set-time --set-utc --silent --strip: --suffix: --unified --verbose --version-control: ${HELP}`,
    match: ['patch -p1 < a.diff', 'patch -p1 -i a.patch', 'patch --dry-run!SAFE -p1 < a.diff'],
    notMatch: [
      'patch ~/.bashrc < a.diff',
      'patch -o /etc/x a',
      'patch package.json a.diff',
      'patch -d /etc -p1 < a',
    ],
  },
  {
    names: 'vi vim nvim view ex vimdiff rvim rview gvim mvim elvis',
    risk: 'MEDIUM',
    operands: 'write',
    options: `-# -A -b -c:!HIGH -C -d -D -e!HIGH -E!HIGH -f -F -g -h -H -i:w -l -L -m -M -n -N -o -O -p -r -R -s:!HIGH -S:!CRITICAL -t: -T: -u:r!HIGH -U:r!HIGH -v -V -w:w -W:w -x -X -y -Z --clean --cmd:!HIGH --headless!HIGH --listen:!HIGH --log:w --not-a-term --noplugin --remote!HIGH --remote-send:!CRITICAL --remote-expr:!CRITICAL --server:!HIGH --servername: --startuptime:w --ttyfail ${HELP}`,
    dangerousText: {
      pattern:
        /^\+(?!\d*$|\/)|!|\bsystem\b|\b(py(thon)?[3x]?|lua|ruby|perl|tcl|mzscheme|term(inal)?|sh(ell)?|so(urce)?|exe(cute)?|call|luafile|grep|make|cexpr|read?|wr?i?t?e?|x|sav(eas)?|w[qn]|silent)\b/i,
      risk: 'CRITICAL',
      reason: 'commands for the editor, which can start programs',
    },
    match: ['vim a.txt', 'vi +10 src/a.ts', 'nvim -R a.txt'],
    notMatch: [
      "vim -c ':!/bin/sh'",
      "vim '+:py import os'",
      'vim -es +wq package.json',
      'vi ~/.bashrc',
      'vim -S evil.vim',
      "ex '+!id' a",
    ],
  },
  {
    names: 'ed red',
    risk: 'HIGH',
    operands: 'write',
    options: `-E -G -l -p: -r -s -v --extended-regexp --loose-exit-status --prompt: --quiet --restricted --silent --traditional --verbose ${HELP}`,
    dangerousText: { pattern: /^!/, risk: 'CRITICAL', reason: 'ed runs a command' },
    match: ['ed -s a.txt', "printf '%s\\n' 1p q | ed -s a.txt"],
    notMatch: ["ed '!id'", 'ed /etc/passwd', 'ed ~/.bashrc'],
  },
  {
    names: 'nano pico micro joe jed mcedit ne kak hx helix mg emacs emacsclient gedit kate',
    risk: 'MEDIUM',
    operands: 'write',
    options: `-# -a -b -B -c -d -D -e!HIGH -E -f:!CRITICAL -g -h -i -l:!CRITICAL -L:!HIGH -m -n -nw -N -p -q -Q -r -R -s:!CRITICAL -S -t -u -v -w -x!CRITICAL -z -- --batch!HIGH --eval:!CRITICAL --execute:!CRITICAL --load:!CRITICAL --script:!CRITICAL --funcall:!CRITICAL --directory:!HIGH --daemon!HIGH --no-init-file --quick --no-window-system --create-frame --wait --line-numbers --speller:!CRITICAL --operatingdir:l --rcfile:r!HIGH --backupdir:w --view ${HELP}`,
    dangerousText: {
      pattern: /^\+(?!\d+(,\d+)?$)|^-(startup|plugin)|^\(/,
      risk: 'CRITICAL',
      reason: 'commands for the editor, which can start programs',
    },
    match: ['nano a.txt', 'emacs -nw a.txt'],
    notMatch: ['emacs --batch --eval \'(shell-command "id")\'', 'nano -s ./evil a.txt', 'nano ~/.bashrc'],
  },
  {
    names: 'code codium subl zed atom',
    risk: 'MEDIUM',
    operands: 'write',
    options: `-a -b -d -g -h -m -n -r -s -v -w --add --background --diff --disable-extensions --disable-gpu --goto --list-extensions!SAFE --locale: --log: --merge --new-window --profile: --project: --reuse-window --show-versions --status --verbose --wait --extensions-dir:w!HIGH --install-extension:!CRITICAL --uninstall-extension:!HIGH --enable-proposed-api: --user-data-dir:w!HIGH --command:!CRITICAL --add-mcp:!CRITICAL ${HELP}`,
    dangerousText: {
      pattern: /^(tunnel|serve-web|chat|agent)$/,
      risk: 'CRITICAL',
      reason: 'opens this machine to others',
    },
    match: ['code .', 'code --goto a.ts:10', 'subl -n a.txt'],
    notMatch: ['code --install-extension evil.vsix', 'code ~/.bashrc', 'code tunnel'],
  },
  {
    names: 'sd',
    risk: 'MEDIUM',
    operands: 'write',
    options: `-A -F -f: -n: -p -s --across --fixed-strings --flags: --max-replacements: --preview --string-mode ${HELP}`,
    match: ['sd foo bar src/a.ts'],
    notMatch: ['sd a b package.json', 'sd a b ~/.bashrc'],
  },
  {
    names: 'rename prename perl-rename file-rename vidir qmv mmv',
    risk: 'MEDIUM',
    operands: 'move',
    options: `-a -d -e:!CRITICAL -f -i -l -n -o -s -u -v -0 --all --dry-run --filename --force --interactive --last --no-act --no-overwrite --nono --symlink --verbose --path --fullpath ${HELP}`,
    dangerousText: {
      pattern:
        /\b(system|exec|unlink|open|eval|qx|require|do|use|fork|kill)\b|`|[^\w\s][gimsxr]*e[gimsxer]*$/,
      risk: 'CRITICAL',
      reason: 'a Perl program that reaches out',
    },
    match: ['rename .txt .md a.txt', "rename 's/a/b/' a.txt"],
    notMatch: ['rename \'system("id")\' a', "rename 's/a/b/' /etc/hosts"],
  },
  {
    names: 'm4',
    risk: 'MEDIUM',
    isInterpreter: true,
    options: `-B: -d? -D: -E -F:w -g -G -H: -i -I:l -l: -L: -N: -o:w -P -Q -R:r -s -S: -t: -T: -U: -W: -C -undef -include:r --arglength: --debug? --debugfile?w --define: --fatal-warnings --freeze-state:w --gnu --hashsize: --include:l --interactive --nesting-limit: --prefix-builtins --reload-state:r --silent --synclines --trace: --traditional --undefine: --warn-macro-sequence? ${HELP}`,
    dangerousText: { pattern: /e?syscmd/, risk: 'CRITICAL', reason: 'm4 runs a command' },
    match: ['m4 a.m4', 'm4 -DX=1 a.m4'],
    notMatch: ["echo 'esyscmd(id)' | m4 -D x=syscmd", 'm4 /etc/shadow', 'm4 --debugfile=/etc/x a.m4'],
  },
  {
    names: 'envsubst',
    risk: 'LOW',
    operands: 'text',
    options: `-v -h -V --variables ${HELP}`,
    match: ['envsubst < a.tpl', "envsubst '$HOME' < a"],
    notMatch: ['envsubst < .env', 'envsubst < a > b'],
  },
];
