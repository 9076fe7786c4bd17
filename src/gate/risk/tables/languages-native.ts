import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, byOperand, each, HELP } from './each.ts';

const MAKE = `-n!SAFE --just-print!SAFE --dry-run!SAFE --recon!SAFE -q!SAFE --question!SAFE -v!SAFE -h!SAFE -p -b -m -B --always-make -C:e --directory:e -d --debug? -e!HIGH --environment-overrides!HIGH -E:!CRITICAL --eval:!CRITICAL -f:e --file:e --makefile:e -i --ignore-errors -I:l --include-dir:l -j? --jobs? -k --keep-going -l? --load-average? --max-load? -L -o: --old-file: --assume-old: -O? --output-sync? -r --no-builtin-rules -R --no-builtin-variables -s --silent --quiet --no-silent -S --no-keep-going --stop -t --touch --trace -w --print-directory --no-print-directory -W: --what-if: --new-file: --assume-new: --warn-undefined-variables ${ASKING}`;

const LOOKING = {
  pattern:
    /^(r|run|start|c|cont|continue|q|quit|bt|backtrace|where|up|down|thread apply all bt|(info|i|p|print|x|list|l|frame|f|b|break|tbreak|watch|disas|disassemble|display|finish|step|next|until)(\/\w+)?( [^!|`$(]*)?( full)?|set (pagination|confirm|width|height|print|logging) [\w -]*)$/,
  risk: 'MEDIUM',
  reason: 'lets the program run and looks into it',
} as const;

/** Compilers, linkers, build tools, and what looks into binaries. */
export const nativeTools: readonly ProgramRule[] = [
  {
    names: 'make gmake',
    needs: 'write',
    risk: 'LOW',
    // Without -n the targets run, whether one is named or not.
    isInterpreter: true,
    stopAtOperand: false,
    questions: 'help',
    options: MAKE,
    dangerousText: [
      {
        // $(shell) and lines with a plus run all the same.
        pattern: /^(-(?=[a-zA-Z]*[nqp])[a-zA-Z]+|--(just-print|dry-run|recon|question))$/,
        risk: 'LOW',
        reason: 'make reads the Makefile, which may run programs',
      },
      {
        pattern:
          /^(\w+[:.-])?(deploy|publish|release|push|destroy|purge|wipe|nuke|uninstall|rollback|terminate)([:-]\w+)?$/,
        risk: 'HIGH',
        reason: 'by its name it publishes or deletes something',
        unless: '-n --dry-run --just-print --recon -q --question',
      },
      {
        pattern:
          /^(SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKE|GNUMAKEFLAGS|MAKEFILES|LD_\w+)[:+?!]*=|^-$|^(-f|--(make)?file=)(-|\/dev\/stdin)$/,
        risk: 'CRITICAL',
        reason: 'make would run something else than the Makefile says',
      },
      {
        // What a variable says becomes part of the lines that the shell runs.
        pattern:
          /^\w+!=|^\w+[:+?!]*=.*([;&|`<>]|\$\(|\b(sh|bash|zsh|python\d?|perl|node|curl|wget|rm)\s)|^\w+=(\/tmp|\/var\/tmp|~)\//,
        risk: 'HIGH',
        reason: 'hands make a command of its own',
      },
    ],
    match: [
      'make -n',
      'make --dry-run build',
      'make build -n',
      'make --version',
      'make -qp',
      'make help',
      'make -C src help',
    ],
    notMatch: [
      'make help install',
      'make -f other.mk help',
      'make',
      'make test',
      'make SHELL=/tmp/x -n',
      "make -n --eval='$(shell id)'",
      'make -n -C /etc',
      'make -n -f /tmp/Makefile',
      'make -n --unheard-of',
      'make -n -f - <<< x',
    ],
  },
  {
    names: 'ninja samu',
    risk: 'LOW',
    isInterpreter: true,
    stopAtOperand: false,
    options: `-n!SAFE --version!SAFE -h!SAFE -v --verbose --quiet -C:e -f:e -j: -k: -l: -d: -t:!MEDIUM -w:`,
    match: ['ninja -n', 'ninja --version', 'ninja -C build -n'],
    notMatch: ['ninja', 'ninja -C build', 'ninja -t clean', 'ninja -n -C /etc'],
  },
  {
    names: 'just task',
    risk: 'LOW',
    isInterpreter: true,
    stopAtOperand: false,
    options: `-l!SAFE --list!SAFE --list-all!SAFE -a!SAFE --summary!SAFE -s:!SAFE --show:!SAFE --evaluate --dump!SAFE -n!SAFE --dry-run!SAFE --dry!SAFE --groups!SAFE --variables!SAFE --status!SAFE -h!SAFE -V!SAFE --unsorted -f:e --justfile:e -d:l --working-directory:e -t:r --taskfile:e --set: --shell:!CRITICAL --shell-arg:!CRITICAL -c!CRITICAL --command!CRITICAL --choose!HIGH --chooser:!CRITICAL -e!HIGH --edit!HIGH --dotenv-path:r --no-dotenv -q --quiet -v --verbose -y --yes -j: -x -p -C ${ASKING}`,
    match: ['just --list', 'just -l', 'just --summary', 'just -n build', 'task --list'],
    notMatch: ['just', 'just build', 'just --shell /tmp/x build', 'just --command rm x', 'just -f /etc/x -l'],
  },
  {
    names: 'cmake meson',
    ...byOperand,
    options: `-S:l!MEDIUM -B:w!MEDIUM --build:l!MEDIUM --preset:!MEDIUM --workflow!MEDIUM -P:e!MEDIUM -C:!MEDIUM --install:!HIGH --open:!HIGH -E!HIGH -D: -U: -G: -T: -A: -W: -L -N --fresh --target: -j? --parallel? --config: --clean-first --toolchain:e --install-prefix:w --log-level: --graphviz:w --trace --list-presets? --system-information -V --verbose -R: --test-dir:e!MEDIUM --output-on-failure -f:e -h!SAFE --help-command: --help-variable: --help-module: --help-property: --help-manual: --help-full ${ASKING}`,
    dangerousText: {
      pattern:
        /^(rm|remove|remove_directory|rename|chdir|env|time|run_command|tar|copy|copy_directory|install|dist|clean|--workspace_status_command.*|--run_under.*|--test-launcher.*|--wrapper.*|--wrap.*)$/,
      risk: 'HIGH',
      reason: 'installs, deletes or runs something of its own',
    },
    match: ['cmake --version', 'cmake --help', 'meson --version', 'cmake --help-command add_test'],
    notMatch: [
      'cmake -S . -B build',
      'cmake --build build',
      'cmake ..',
      'cmake -E rm -rf x',
      'meson install',
      'cmake -P x.cmake',
    ],
  },
  {
    names:
      'gcc g++ cc c++ clang clang++ tcc icc nvcc ld ld.lld lld gold as nasm yasm gfortran ghc swiftc javac kotlinc scalac groovyc dmd ldc2 ocamlc ocamlopt fpc valac emcc protoc flex bison yacc',
    ...byOperand,
    singleDash: true,
    options: `-v -help!SAFE -version!SAFE -dumpversion!SAFE -dumpmachine!SAFE -dumpfullversion!SAFE --info!SAFE --numeric-version!SAFE -print-search-dirs!SAFE -print-multiarch!SAFE -print-targets!SAFE --target-help!SAFE --print-search-dirs!SAFE --verbose -o:w -d:w -c -S -E -O0 -O1 -O2 -O3 -Os -Og -g -Wall -Wextra -Werror -pedantic -shared -static -fPIC -pthread -m64 -m32 -std: -march: -mtune: -x: -I:l -L:l -T:r -wrapper:!CRITICAL -specs:r!HIGH -fplugin:r!CRITICAL -B:!HIGH -load:r!CRITICAL --plugin:r!HIGH -plugin:r!CRITICAL -processorpath:!HIGH -e:!HIGH -pgmF:!CRITICAL ${ASKING}`,
    dangerousText: {
      pattern:
        /^@|^-(fplugin|wrapper|specs|Wp,|B\/|B\.)|^-o[~/]|^-X(plugin|clang)|^\/(etc|root|proc|dev)\/|^--plugin=|^-J-/,
      risk: 'HIGH',
      reason: 'loads or reads something other than sources',
    },
    match: [
      'gcc --version',
      'clang --version',
      'gcc -dumpmachine',
      'cc -v',
      'javac -version',
      'ghc --version',
    ],
    notMatch: [
      'gcc a.c',
      'gcc -o x a.c',
      'gcc -wrapper /bin/sh,-s .',
      'gcc -x c -E /etc/shadow',
      'clang -fplugin=./x.so a.c',
      'gcc @/etc/shadow',
      'gcc -o ~/.bashrc a.c',
    ],
  },
  {
    names: 'objdump nm readelf size llvm-objdump llvm-nm llvm-readelf c++filt addr2line dwarfdump otool lipo',
    operands: 'read',
    options: `-a -A -b: -B -c -C --demangle? --no-demangle -d --disassemble? -D --disassemble-all -e -f -F -g -G -h -H -i -I -j: -l -L -m: -M: -n -N -o -p -P -q -r -R -s -S --source -t -T -u -U: -v -V -w? -W? -x: -z --archive-headers --file-headers --private-headers --all-headers --full-contents --debugging --stabs --dwarf? --syms --dynamic-syms --reloc --dynamic-reloc --info --target: --architecture: --section: --disassembler-options: --line-numbers --file-offsets --wide --disassemble-zeroes --start-address: --stop-address: --no-addresses --prefix-addresses --no-show-raw-insn --show-raw-insn --visualize-jumps? --disassembler-color: --inlines --all --file-header --program-headers --segments --section-headers --sections --headers --symbols --dyn-syms --notes --relocs --dynamic --version-info --hex-dump: --string-dump: --debug-dump? --use-dynamic --histogram --debug-syms --print-file-name --extern-only --defined-only --undefined-only --numeric-sort --size-sort --no-sort --reverse-sort --print-size --line-numbers --format: --radix: --just-symbols --portability --special-syms --synthetic --with-symbol-versions --quiet -E: -1 -X: --functions --exe: --basenames --totals --common --radix --help --version`,
    match: [
      'objdump -d a.out',
      'nm -C a.out',
      'readelf -h a.out',
      'readelf -Ws lib.so',
      'size a.out',
      'objdump -t a.o',
    ],
    notMatch: ['objdump -d /etc/shadow', 'nm --plugin x a.o', 'readelf --unheard-of a', 'nm ~/.ssh/id_rsa'],
  },
  {
    names: 'gdb lldb rr cgdb gdbserver dlv jdb',
    risk: 'MEDIUM',
    singleDash: true,
    operands: 'read',
    options: `-q -quiet -silent --quiet --silent -n -nx --nx -nh --nh -batch --batch --batch-silent --args -args -tui --tui --nw -c:r -core:r --core:r -e:!CRITICAL -s:r!CRITICAL -S:r!CRITICAL --exec:r --se:e --symbols:r --directory:e --cd:e -ex:!CRITICAL -iex:!CRITICAL -eval-command:!CRITICAL --eval-command:!CRITICAL --init-eval-command:!CRITICAL -x:r!CRITICAL -ix:r!CRITICAL -command:r!CRITICAL --command:r!CRITICAL --init-command:r!CRITICAL -o:!CRITICAL -O:!CRITICAL -k:!CRITICAL --one-line:!CRITICAL --source:r!CRITICAL -p:!HIGH --pid:!HIGH --attach?!HIGH --write!HIGH ${ASKING}`,
    reason: 'starts the program it looks into',
    values: Object.fromEntries(
      ['-ex', '--ex', '-iex', '-eval-command', '--eval-command'].map((name) => [name, [LOOKING]]),
    ),
    dangerousText: {
      pattern: /^-{1,2}(x|ix|command|init-command)(=|$)|^(shell|!|python|pipe|make)\b|^:\d+$|^0\.0\.0\.0/,
      risk: 'CRITICAL',
      reason: 'runs commands inside the debugger, or opens it to others',
    },
    match: ['gdb ./a.out', 'lldb ./a.out', 'gdb --args ./a.out', 'gdb --version'],
    notMatch: [
      "gdb -nx -ex '!sh' -ex quit",
      'gdb -p 123',
      "gdb --eval-command='shell id'",
      'gdb -x cmds',
      "lldb -o 'platform shell id'",
      'gdbserver :9999 ./a.out',
    ],
  },
  {
    names: 'perf',
    options: ASKING,
    subcommands: {
      ...each('list, version, help, report, annotate, script, diff, evlist', {
        risk: 'LOW',
        operands: 'none',
        options: `-i:r -g -n -F: -s: --sort: --stdio --no-children -k:r --header ${HELP}`,
      }),
      ...each('stat, record, trace, mem, lock', {
        risk: 'MEDIUM',
        operands: 'command',
        options: `-a -e: -g -F: -d -r: -o:w -c: -p:!HIGH -t: -v --call-graph: --output:w ${HELP}`,
      }),
    },
    risk: 'LOW',
    match: ['perf list', 'perf report --stdio', 'perf --version'],
    notMatch: ['perf stat rm a', 'perf record ./a.out', 'perf record -p 1', 'perf unheard-of'],
  },
  {
    names: 'ldd',
    risk: 'MEDIUM',
    operands: 'read',
    options: `-v -u -d -r --verbose --unused --data-relocs --function-relocs ${ASKING}`,
    reason: 'may start the program it looks into',
    match: ['ldd build/app', 'ldd -v a.out'],
    notMatch: ['ldd /etc/shadow'],
  },
  {
    names: 'uftrace bpftrace valgrind',
    risk: 'MEDIUM',
    operands: 'command',
    options: `-v -u -r -d -q -e:!CRITICAL -p:!HIGH -c:!HIGH -o:w --tool: --leak-check: --track-origins: --show-leak-kinds: --error-exitcode: --suppressions:r --log-file:w --xml-file:w --vgdb?!HIGH --trace-children: ${ASKING}`,
    reason: 'starts the program it looks into',
    match: ['valgrind ./a.out', 'valgrind --leak-check=full ./a.out'],
    notMatch: [
      'valgrind --log-file=/etc/x ./a.out',
      "bpftrace -e 'x'",
      'valgrind --vgdb=yes ./a.out',
      'valgrind rm a',
    ],
  },
];

/** Small tools around a build. */
export const buildTools: readonly ProgramRule[] = [
  {
    names: 'bazel bazelisk buck2 zig nim crystal',
    options: `-h --bazelrc:r!HIGH --output_user_root:w --nohome_rc --host_jvm_args:!HIGH ${ASKING}`,
    subcommands: {
      ...each('version, env, targets, help', { operands: 'text', options: HELP }),
      ...each('query, cquery, aquery, uquery, info', {
        risk: 'LOW',
        operands: 'text',
        options: `--output: --noimplicit_deps --notool_deps --keep_going --config: --universe_scope: --order_output: --show_progress? --noshow_progress --query_file:r --override_repository:!HIGH --override_module:!HIGH ${HELP}`,
      }),
    },
    dangerousText: {
      pattern:
        /^--(workspace_status_command|run_under|action_env|override_\w+|remote_\w+|bes_\w+|credential_helper)/,
      risk: 'HIGH',
      reason: 'runs or contacts something else than the build says',
    },
    match: ['bazel --version', 'bazel version', 'zig version', 'zig env'],
    notMatch: [
      'bazel build //...',
      'bazel run //x',
      'zig build',
      'bazel build --run_under=/tmp/x //...',
      'bazel query //...',
      'nim c x.nim',
    ],
  },
  {
    names: 'ctest cpack scons autoreconf autoconf automake autoupdate ant xmake aclocal libtoolize',
    risk: 'MEDIUM',
    operands: 'text',
    options: `-N -R: -E: -L: -V -VV -j: --parallel: -C: --test-dir:e --output-on-failure --rerun-failed --preset: -f:e -buildfile:e -D: -i -v -f --force --install -h!SAFE -S:r!HIGH --script:r!HIGH --build-and-test!HIGH ${ASKING}`,
    match: ['ctest', 'ctest --output-on-failure -j 4', 'scons', 'ant build', 'autoreconf -i'],
    notMatch: ['ctest -S x.cmake', 'ctest --test-dir /root/x'],
  },
  {
    names: 'ranlib strip objcopy patchelf install_name_tool',
    risk: 'MEDIUM',
    operands: 'write',
    options: `-s -S -g -d -x -X -K: -N: -R: -o:w -p -v -V -D -U -I: -O: -j: --strip-all --strip-debug --strip-unneeded --only-keep-debug --add-gnu-debuglink:r --add-section: --dump-section: --set-rpath: --replace-needed: --plugin:r!HIGH -h!SAFE ${ASKING}`,
    match: ['strip a.out', 'objcopy --only-keep-debug a.out a.debug', 'strip --version'],
    notMatch: [
      'strip /usr/bin/ls',
      'objcopy a.out ~/.bashrc',
      'strip -o /etc/x a.out',
      'strip --plugin ./x.so a',
    ],
  },
  {
    names: 'pkg-config pkgconf llvm-config clang-format clang-tidy',
    risk: 'LOW',
    operands: 'read',
    options: `--cflags --libs --libs-only-l --libs-only-L --cflags-only-I --modversion --exists --list-all --variable: --print-errors --static --print-variables --prefix --includedir --libdir --ldflags --components --targets-built --host-target -s --show-stats -p --print-config -n --dry-run --Werror --style: -style: --fallback-style: --dump-config --assume-filename: -i!MEDIUM -fix!MEDIUM --fix!MEDIUM --fix-errors!MEDIUM -checks: --checks: --load:!CRITICAL -load:!CRITICAL ${ASKING}`,
    match: [
      'pkg-config --cflags --libs openssl',
      'pkg-config --modversion zlib',
      'clang-format --dry-run a.c',
    ],
    notMatch: [
      'clang-format -i a.c',
      'clang-tidy -load=./x.so a.c',
      'clang-tidy --fix a.c',
      'pkg-config --unheard-of',
    ],
  },
  {
    names: 'ccache sccache distcc icecc',
    operands: 'command',
    options: `-s --show-stats -v -p --show-config -x --print-stats -k: --get-config: -z!MEDIUM --zero-stats!MEDIUM -c!MEDIUM --cleanup!MEDIUM -C!MEDIUM --clear!MEDIUM -o:!HIGH --set-config:!HIGH -M:!MEDIUM -F:!MEDIUM ${ASKING}`,
    match: ['ccache -s', 'ccache --show-config', 'ccache gcc --version'],
    notMatch: ['ccache -C', 'ccache gcc -c a.c', 'ccache rm -rf src', 'ccache -o compiler=/tmp/x'],
  },
];
