import type { ProgramRule } from '../program-rule.ts';
import { ASKING, each, HELP } from './each.ts';

/** Settings, disks and developer tools of macOS. */
export const systemApple: readonly ProgramRule[] = [
  {
    names: 'diskutil hdiutil tmutil',
    options: HELP,
    subcommands: each(
      'list, info, information, activity, listFilesystems, apfs list, cs list, appleRAID list, imageinfo, plugins, isencrypted, checksum, destinationinfo, status, listbackups, latestbackup, listlocalsnapshots, listlocalsnapshotdates, machinedirectory, uniquesize, isexcluded, help',
      { risk: 'LOW', operands: 'text', singleDash: true, options: `-plist -all -xml ${HELP}` },
    ),
    risk: 'LOW',
    otherwise: 'CRITICAL',
    match: ['diskutil list', 'diskutil info disk0', 'hdiutil info', 'tmutil status', 'diskutil apfs list'],
    notMatch: ['diskutil eraseDisk JHFS+ x disk2', 'hdiutil attach x.dmg', 'diskutil apfs deleteVolume x'],
  },
  {
    names: 'networksetup',
    risk: 'LOW',
    singleDash: true,
    operands: 'text',
    options: `-version -listallnetworkservices -listallhardwareports -listnetworkserviceorder -listlocations -listpreferredwirelessnetworks -getinfo -getcurrentlocation -getcomputername -getdnsservers -getsearchdomains -getwebproxy -getsecurewebproxy -getautoproxyurl -getproxybypassdomains -getairportnetwork -getairportpower -getmacaddress -getMTU ${ASKING}`,
    dangerousText: {
      pattern: /^-(?!(list|get)[a-z]+$|version$|-?help$|-version$)/i,
      risk: 'CRITICAL',
      reason: 'changes the network of this machine',
    },
    match: ['networksetup -listallnetworkservices', 'networksetup -getinfo Wi-Fi'],
    notMatch: ['networksetup -setdnsservers Wi-Fi 1.1.1.1', 'networksetup -getunheardof'],
  },
  {
    names: 'scutil',
    risk: 'LOW',
    singleDash: true,
    operands: 'text',
    ordersFromStdin: true,
    options: `--dns!LOW --proxy!LOW --nwi!LOW --get:!LOW -r:!LOW -W --renew:!CRITICAL --set:!CRITICAL --prefs!CRITICAL --nc:!HIGH ${ASKING}`,
    match: ['scutil --dns', 'scutil --get ComputerName'],
    notMatch: ['scutil --set HostName x', 'scutil', 'scutil < x'],
  },
  {
    names: 'dscl',
    options: `-q -plist -url -raw ${HELP}`,
    subcommands: {},
    subcommandPatterns: [
      [
        /^(\.|localhost|\/[\w/]+) -?(list|ls|read|readall|search|cat)$/,
        {
          risk: 'LOW',
          operands: 'text',
          dangerousText: {
            pattern: /shadowhash|password|authentication/i,
            risk: 'HIGH',
            reason: 'shows what passwords are made into',
          },
        },
      ],
    ],
    risk: 'LOW',
    bare: 'CRITICAL',
    otherwise: 'CRITICAL',
    match: ['dscl . -list /Users', 'dscl . list /Users UniqueID', 'dscl . -read /Users/me UserShell'],
    notMatch: [
      'dscl . -create /Users/x',
      'dscl . -passwd /Users/x y',
      'dscl',
      'dscl . -read /Users/me Password',
    ],
  },
  {
    names: 'xcode-select',
    risk: 'LOW',
    operands: 'none',
    options: `-p!LOW --print-path!LOW -v!SAFE -h!SAFE -s:!CRITICAL --switch:!CRITICAL -r!CRITICAL --reset!CRITICAL --install!HIGH ${ASKING}`,
    match: ['xcode-select -p', 'xcode-select --version'],
    notMatch: ['xcode-select --install', 'xcode-select -s /tmp/x', 'xcode-select --unheard-of'],
  },
  {
    names: 'xcrun',
    risk: 'LOW',
    operands: 'command',
    options: `--show-sdk-path!SAFE --show-sdk-version!SAFE --show-sdk-build-version!SAFE --show-sdk-platform-path!SAFE --show-toolchain-path!SAFE -f!SAFE --find!SAFE --sdk: -sdk: --toolchain: -l --log -n --no-cache -k!MEDIUM --kill-cache!MEDIUM -v -h!SAFE ${ASKING}`,
    match: [
      'xcrun --show-sdk-path',
      'xcrun --sdk iphoneos --show-sdk-path',
      'xcrun --find clang',
      'xcrun simctl list',
    ],
    notMatch: ['xcrun simctl erase all', 'xcrun swift build', 'xcrun rm a'],
  },
  {
    names: 'simctl',
    options: HELP,
    subcommands: {
      ...each('list, help, getenv, get_app_container, appinfo, listapps', {
        risk: 'LOW',
        operands: 'text',
        options: '-j -v --json',
      }),
      ...each('erase, delete, uninstall', { risk: 'HIGH', operands: 'text' }),
    },
    risk: 'LOW',
    match: ['simctl list', 'simctl list devices -j'],
    notMatch: ['simctl boot x', 'simctl delete x', 'simctl spawn booted sh'],
  },
  {
    names: 'xcodebuild',
    busyNames: 'xcodebuild',
    singleDash: true,
    stopAtOperand: false,
    subcommands: {},
    otherwise: 'MEDIUM',
    bare: 'SAFE',
    options: `-version!SAFE -list!SAFE -showsdks!SAFE -showdestinations!SAFE -showBuildSettings!SAFE -showBuildSettingsForIndex!SAFE -showTestPlans!SAFE -usage!SAFE -help!SAFE -license!HIGH -runFirstLaunch!HIGH -json -project:e -workspace:e -scheme: -target: -alltargets -configuration: -sdk: -arch: -destination: -quiet -verbose -xcconfig:e -derivedDataPath:w -resultBundlePath:w -archivePath:w -exportArchive!MEDIUM -exportPath:w -exportOptionsPlist:r -allowProvisioningUpdates!HIGH -parallel-testing-enabled: -only-testing: -skip-testing: -enableCodeCoverage: ${ASKING}`,
    match: [
      'xcodebuild -version',
      'xcodebuild -list -project App.xcodeproj',
      'xcodebuild -scheme App -showBuildSettings',
    ],
    notMatch: [
      'xcodebuild',
      'xcodebuild -scheme App build',
      'xcodebuild test',
      'xcodebuild -downloadAllPlatforms',
    ],
  },
];
