import type { ProgramRule } from '../programs/program-rule.ts';
import { byOperand, each, type Subcommand } from './each.ts';

const HELP = '--help!SAFE --version!SAFE';

/** An object of `ip`: it can be shown, and everything else changes it. */
const shown: Subcommand = {
  subcommands: each('show, list, ls, lst, sh, s, l, get, g, help', { operands: 'text' }),
  otherwise: 'HIGH',
};
const nameOnly: Subcommand = { subcommands: {}, otherwise: 'HIGH' };

/** The network settings of this machine. */
export const systemNetwork: readonly ProgramRule[] = [
  {
    names: 'ip',
    singleDash: true,
    options:
      '-0 -4 -6 -a -all -b:r!CRITICAL -B -batch:r!CRITICAL -br -brief -c -color -c=never -c=always -color=never -d -details -echo -f: -family: -force!CRITICAL -h -human -human-readable -iec -j -json -l: -loops: -M -n:!HIGH -N -netns:!HIGH -Numeric -o -oneline -p -pretty -r -rc: -rcvbuf: -resolve -s -stats -statistics -t -timestamp -ts -tshort -V -Version --help',
    subcommands: {
      ...each(
        'address, addr, addre, a, ad, link, l, li, route, r, ro, rule, ru, neighbour, neighbor, neigh, nei, n, maddress, maddr, m, mroute, tunnel, tun, xfrm policy, token, tcp_metrics, vrf, netconf, addrlabel, nexthop, ntable, l2tp, macsec, fou, sr, mptcp, stats',
        shown,
      ),
      ...each('monitor, mon, help', { operands: 'text' }),
      netns: {
        subcommands: each('list, ls, show, identify, pids, list-id', { operands: 'text' }),
        otherwise: 'CRITICAL',
      },
      'vrf exec': { risk: 'CRITICAL', operands: 'command' },
    },
    otherwise: 'HIGH',
    match: [
      'ip a',
      'ip addr show eth0',
      'ip -br link',
      'ip route',
      'ip r get 8.8.8.8',
      'ip -4 addr',
      'ip neigh',
    ],
    notMatch: [
      'ip addr add 1.2.3.4/24 dev eth0',
      'ip link set eth0 down',
      'ip netns exec x sh',
      'ip -b evil.txt',
      'ip -force -batch /etc/shadow',
      'ip route del default',
    ],
  },
  {
    names: 'ifconfig',
    options: '-a -s -v -L -m -l --help --version',
    subcommands: each(
      'lo, lo0, eth0, eth1, en0, en1, wlan0, docker0, ens3, ens33, enp0s3, bridge0, utun0',
      nameOnly,
    ),
    // The name of an interface, alone, only asks for its state.
    subcommandPatterns: [[/^[a-z][a-z0-9]{0,12}\d(\.\d{1,4})?$/, nameOnly]],
    otherwise: 'HIGH',
    match: ['ifconfig', 'ifconfig -a', 'ifconfig eth0', 'ifconfig p2p0'],
    notMatch: ['ifconfig eth0 down', 'ifconfig eth7 1.2.3.4'],
  },
  {
    names: 'route arp ndp rarp',
    operands: 'text',
    options:
      '-4 -6 -a -A: -C -d!HIGH -D!HIGH -e -f:r!CRITICAL -F -H: -i: -n -s!HIGH -S!HIGH -v -V --all --numeric --delete!HIGH --set!HIGH --file:r!CRITICAL --verbose --help --version',
    dangerousText: {
      pattern: /^(add|del|delete|change|flush|monitor|-?s)$/,
      risk: 'HIGH',
      reason: 'changes how packets travel',
    },
    match: ['route -n', 'arp -a', 'route -n get default'],
    notMatch: [
      'route add default gw 1.2.3.4',
      'arp -s 1.2.3.4 x',
      'arp -f /etc/shadow',
      'route delete default',
    ],
  },
  {
    names: 'iwconfig iwlist iw ethtool brctl bridge rfkill mii-tool nstat rtmon',
    options: '-a -g -h -i -k -l -S -s -j -p -c -o -d -n --driver --help --version',
    subcommands: {
      ...each('dev, list, phy, reg get, event, show, link, vlan, fdb, mdb, monitor, help', {
        operands: 'text',
        options: '-j -p -d -s',
      }),
    },
    otherwise: 'HIGH',
    match: ['iw dev', 'rfkill list', 'ethtool --version', 'brctl show'],
    notMatch: ['ethtool eth0', 'iw dev wlan0 set type monitor || brctl addbr x', 'rfkill block wifi'],
  },
  {
    names: 'nmcli',
    options:
      '-a -c: -e: -f: -g: -h -m: -o -p -s!CRITICAL -t -v -w: --ask --colors: --escape: --fields: --get-values: --mode: --pretty --show-secrets!CRITICAL --terse --wait: --help --version',
    subcommands: {
      ...each(
        'general, g, general status, device, d, dev, device status, d status, device show, d show, device wifi, connection, c, con, connection show, c show, con show, networking connectivity, radio, monitor, general hostname',
        { operands: 'none', options: '--active' },
      ),
      ...each('device show, d show, dev show, connection show, c show, con show', {
        operands: 'text',
        options: '--active --order:',
      }),
    },
    otherwise: 'HIGH',
    match: ['nmcli device status', 'nmcli -t -f NAME connection show', 'nmcli', 'nmcli d show eth0'],
    notMatch: [
      'nmcli connection down x',
      'nmcli -s connection show x',
      'nmcli device wifi connect x password y',
    ],
  },
  {
    names: 'iptables ip6tables iptables-save ip6tables-save iptables-legacy iptables-nft ebtables arptables',
    operands: 'text',
    options:
      '-4 -6 -A!CRITICAL -c -C -D!CRITICAL -E!CRITICAL -f:w -F!CRITICAL -h -I!CRITICAL -j: -L -M:!CRITICAL -n -N!CRITICAL -P!CRITICAL -R!CRITICAL -S -t: -v -V -w? -x -X!CRITICAL -Z!CRITICAL --append!CRITICAL --counters --delete!CRITICAL --delete-chain!CRITICAL --exact --file:w --flush!CRITICAL --insert!CRITICAL --line-numbers --list --list-rules --modprobe:!CRITICAL --new-chain!CRITICAL --numeric --policy!CRITICAL --rename-chain!CRITICAL --replace!CRITICAL --table: --verbose --wait? --zero!CRITICAL --help --version',
    match: ['iptables -L -n -v', 'iptables -S', 'iptables-save'],
    notMatch: [
      'iptables -F',
      'iptables -A INPUT -j DROP',
      'iptables-save -f /etc/x',
      'iptables --modprobe=./evil -L',
    ],
  },
  {
    names: 'nft',
    options:
      '-a -c:!CRITICAL -D: -e -f:r!CRITICAL -h -i!CRITICAL -I:l -j -n -N -o -p -s -S -t -T -u -v -V -y --check --file:r!CRITICAL --handle --interactive!CRITICAL --json --numeric --stateless --terse --help --version',
    subcommands: {
      ...each('list, describe', { operands: 'text', options: '-a -n' }),
      get: { operands: 'text' },
      monitor: { operands: 'text' },
    },
    otherwise: 'CRITICAL',
    match: ['nft list ruleset', 'nft --version'],
    notMatch: ['nft flush ruleset', 'nft add rule x', 'nft -f evil.nft'],
  },
  {
    names: 'ufw firewall-cmd pfctl',
    options:
      '--state --list-all --list-all-zones --list-ports --list-services --get-active-zones --get-default-zone --get-zones --zone: -sa -s: --dry-run --help --version',
    singleDash: true,
    subcommands: each('status, show, version, app list, app info', { operands: 'text' }),
    dangerousText: {
      pattern: /^-[dDeEfFkKtTxa]|^--(set|add|remove|panic|reload|permanent|runtime)/,
      risk: 'CRITICAL',
      reason: 'changes what the firewall lets through',
    },
    otherwise: 'CRITICAL',
    match: ['ufw status verbose', 'firewall-cmd --list-all', 'ufw version'],
    notMatch: [
      'ufw disable',
      'ufw allow 22',
      'pfctl reload',
      'pfctl -d',
      'pfctl -F all',
      'firewall-cmd --reload',
    ],
  },
  {
    names:
      'iptables-restore ip6tables-restore dhclient dhcpcd udhcpc pppd wpa_supplicant wpa_cli hostapd tc netplan ifup ifdown ipset ipvsadm conntrack tunctl openvswitch ovs-vsctl rpcinfo setkey strongswan ipsec netsh',
    ...byOperand,
    bare: 'HIGH',
    otherwise: 'CRITICAL',
    subcommands: each('status, get', { operands: 'text' }),
    options: `-a!HIGH -s -l ${HELP}`,
    match: ['netplan status', 'netplan get'],
    notMatch: [
      'iptables-restore < x',
      'dhclient -sf ./evil',
      'netplan apply',
      'tc qdisc add dev x',
      'ifdown eth0',
    ],
  },
];
