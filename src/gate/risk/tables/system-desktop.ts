import type { ProgramRule } from '../programs/program-rule.ts';
import { byOperand, each } from './each.ts';

const HELP = '--help!SAFE --version!SAFE';

/** The desktop and what only macOS has. */
export const systemDesktop: readonly ProgramRule[] = [
  {
    names: 'pbcopy pbpaste xclip xsel wl-copy wl-paste clip.exe termux-clipboard-get termux-clipboard-set',
    risk: 'LOW',
    operands: 'read',
    options:
      '-b -c -d: -f -h -i -l: -n -o -p -pboard: -Prefer: -q -r -rmlastnl -s -sel: -selection: -silent -t: -target: -u -v -verbose -version -in -out -loops: -w!HIGH --clear --clipboard --foreground --input --list-types --no-newline --output --paste-once --primary --secondary --type: --watch!CRITICAL --help --version',
    singleDash: true,
    match: ['pbpaste', 'ls | pbcopy', 'xclip -o -selection clipboard'],
    notMatch: ['xclip .env', 'wl-paste --watch sh', 'cat ~/.ssh/id_rsa | pbcopy'],
  },
  {
    names: 'automator shortcuts xdotool ydotool wtype dotool xte cliclick',
    subcommands: {},
    bare: 'CRITICAL',
    otherwise: 'CRITICAL',
    options: `-e:!CRITICAL -l: -i!CRITICAL -s: ${HELP}`,
    match: ['command -v xdotool'],
    notMatch: ['automator x.workflow', 'xdotool type x', 'shortcuts run x'],
  },
  {
    names: 'defaults',
    options: '-currentHost -g -host: -app: --help',
    singleDash: true,
    subcommands: {
      ...each('read, read-type, domains, find, help', {
        operands: 'text',
        singleDash: true,
        options: '-g -globalDomain -app: -currentHost',
      }),
    },
    otherwise: 'CRITICAL',
    match: ['defaults read com.apple.dock', 'defaults domains'],
    notMatch: ['defaults write com.apple.dock x 1', 'defaults delete x'],
  },
  {
    names: 'launchctl',
    options: HELP,
    subcommands: {
      ...each(
        'list, print, print-disabled, blame, dumpstate, version, help, managerpid, manageruid, managername, error',
        { operands: 'text' },
      ),
    },
    otherwise: 'CRITICAL',
    match: ['launchctl list', 'launchctl print system'],
    notMatch: [
      'launchctl load x.plist',
      'launchctl bootstrap x',
      'launchctl setenv PATH x',
      'launchctl kickstart x',
    ],
  },
  {
    names: 'sw_vers system_profiler ioreg vm_stat mdls mdfind',
    risk: 'LOW',
    operands: 'list',
    options:
      '-0 -a -b -c: -count -d: -detailLevel: -i -json -l -live -n: -name: -onlyin:l -p: -productName -productVersion -buildVersion -r -raw -s: -t -w: -x -xml -listDataTypes -nospotlight --productName --productVersion --buildVersion --help --version',
    singleDash: true,
    match: ['sw_vers', 'sw_vers -productVersion', 'system_profiler SPHardwareDataType', 'mdfind -name x'],
    notMatch: ['mdls ~/.ssh/id_rsa', 'sw_vers -unknown', 'mdfind -onlyin /etc x'],
  },
  {
    names: 'xattr codesign plutil PlistBuddy SetFile GetFileInfo textutil sips qlmanage',
    risk: 'LOW',
    operands: 'read',
    options:
      '-c!HIGH -C -d!HIGH -D -f -h -l -L -n -o:w -p -r -R -s!HIGH -t -v -V -w!HIGH -x -lint -convert:!MEDIUM -insert!HIGH -replace!HIGH -remove!HIGH -extract: -type -e: -verify -dv -display --display --verify --sign:!HIGH --remove-signature!HIGH --entitlements: --deep --verbose? -info -create!MEDIUM -thin:!MEDIUM -archs -c:!HIGH -g: -m: --help',
    singleDash: true,
    match: ['xattr -l a', 'plutil -p a.plist', 'codesign -dv a.app'],
    notMatch: [
      'xattr -d com.apple.quarantine a',
      'codesign --sign - a',
      'plutil -convert json a.plist',
      'plutil -p ~/.ssh/id_rsa',
    ],
  },
  {
    names: 'say afplay aplay paplay speaker-test notify-send terminal-notifier beep espeak',
    risk: 'LOW',
    operands: 'read',
    options:
      '-a: -c: -d -D: -f:r -i -i: -m -o:w -q -r: -s -t: -u: -v: -w: --app-name: --expire-time: --hint: --icon: --urgency: -title: -message: -subtitle: -sound: -open:!HIGH -execute:!CRITICAL -activate: --help --version',
    singleDash: true,
    match: ['notify-send done', 'say hello', 'afplay a.mp3'],
    notMatch: ["terminal-notifier -execute 'rm a'", 'say -o /etc/x hi', 'say -f ~/.ssh/id_rsa'],
  },
  {
    names: 'screencapture scrot gnome-screenshot grim spectacle maim flameshot',
    risk: 'MEDIUM',
    operands: 'write',
    options:
      '-a -c -d: -D: -f: -g: -i -l: -o -q: -R: -s -t: -u -w -x --area --delay: --file:w --window --exec:!CRITICAL -e:!CRITICAL --help --version',
    match: ['screencapture -x out.png', 'grim out.png'],
    notMatch: ["scrot -e 'rm a'", 'screencapture ~/.bashrc', 'gnome-screenshot --file=/etc/x'],
  },
  {
    names:
      'gsettings dconf xrandr xset xinput xrdb xmodmap setxkbmap gio kwriteconfig5 kreadconfig5 xdg-mime xdg-settings update-mime-database scselect tccutil kextload kextunload',
    ...byOperand,
    options: `-h -q -g -s -v --query --list --current --verbose ${HELP}`,
    subcommands: each(
      'get, list-schemas, list-keys, list-recursively, range, read, list, dump, query, info',
      { operands: 'text' },
    ),
    otherwise: 'HIGH',
    match: ['gsettings get org.x y', 'xrandr --query', 'xset -q'],
    notMatch: ['gsettings set org.x y z', 'dconf write /x y', 'tccutil reset All', 'gio open x'],
  },
];
