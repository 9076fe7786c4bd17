import type { ProgramRule } from '../programs/program-rule.ts';
import { byOperand, each } from './each.ts';

const HELP = '--help!SAFE --version!SAFE';
const NOT_ASKING = /^(?!--help$|--version$|-V$|-h$)/;

/** Disks and file systems. */
export const systemDisks: readonly ProgramRule[] = [
  {
    names: 'lsblk blkid findmnt lsscsi lshw lscpu lspci lsusb dmidecode hwinfo inxi lstopo acpi upower',
    operands: 'text',
    options:
      '-# -a -A -b -B -c -c: -C? -d -d: -D -e -e: -E: -f -F: -g -h -H: -i -I: -J -k -l -L: -m -M -M: -n -N: -o: -O: -p -P -q -r -R -s -S -S: -t -t: -T? -u -U: -v -V -w: -x -x: -y -z -Z --all --ascii --businfo --bytes --cache-file:r --canonicalize --caches? --class: --dedup: --direction: --discard --df --evaluate --deleted --exclude: --extended? --first-only --from-dump:r --fs --fstab --hex --html --include: --info --inverse --invert --json --kernel --label: --hint: --list --list-filesystems --list-one --match-tag: --match-token: --merge --mountpoint: --mtab --nodeps --match-types: --nocanonicalize --noempty --nofsroot --no-encoding --no-part-details --noheadings --notruncate --numeric --offline --offset: --online --options: --output: --output-all --pairs --parse? --paths --perms --physical --poll? --probe --pseudo --quiet --raw --real --sanitize --scsi --shell --shadow --shadowed --short --size: --sort: --source: --string: --submounts --sysroot:l --tab-file:r --target: --task: --topology --tree? --type: --types: --timeout: --uniq --usages: --uuid: --verbose --verify --vfs-all --width: --xml --zoned --help --version',
    match: ['lsblk', 'lsblk -f', 'lscpu', 'lspci -nnk', 'findmnt /', 'lsusb', 'blkid'],
    notMatch: ['lsblk --unknown', 'dmidecode --from-dump ~/.ssh/x', 'dmidecode --dump-bin /etc/x'],
  },
  {
    names: 'mount',
    ...byOperand,
    otherwise: 'CRITICAL',
    options: `-a!CRITICAL -B!CRITICAL -c -f -F!CRITICAL -h -i -l -L:!CRITICAL -m!CRITICAL -M!CRITICAL -n -N:!CRITICAL -o:!CRITICAL -O: -r!CRITICAL -R!CRITICAL -t: -T:r -U:!CRITICAL -v -V -w!CRITICAL --all!CRITICAL --bind!CRITICAL --move!CRITICAL --rbind!CRITICAL --show-labels --types: --verbose ${HELP}`,
    match: ['mount', 'mount -l', 'mount -t ext4', 'mount | column -t'],
    notMatch: ['mount /dev/sda1 /mnt', 'mount -o remount,rw /', 'mount -a', 'mount --bind / x'],
  },
  {
    names: 'umount fusermount fusermount3 eject udisksctl',
    ...byOperand,
    busyNames: 'eject',
    otherwise: 'HIGH',
    options: `-a!HIGH -A!HIGH -f!HIGH -h -l!HIGH -n -q -r!HIGH -R!HIGH -t:!HIGH -T!HIGH -u:!HIGH -v -V -z!HIGH --all!HIGH ${HELP}`,
    match: ['umount --help', 'eject --version'],
    notMatch: ['umount /mnt', 'umount -a', 'eject', 'eject cdrom', 'umount -f /'],
  },
  {
    names: 'mountpoint losetup',
    ...byOperand,
    otherwise: 'HIGH',
    options: `-a -A!HIGH -c: -d:!HIGH -D!HIGH -f!HIGH -h -J -j: -l -n -O: -P -q -R!HIGH -r -u:!HIGH -V -v -z!HIGH --all --associated: --detach:!HIGH --detach-all!HIGH --find --json --list --noheadings --output: --raw --show ${HELP}`,
    match: ['losetup -a', 'losetup --list'],
    notMatch: ['losetup /dev/loop0 x', 'losetup -D'],
  },
  {
    names: 'fdisk sfdisk gdisk sgdisk cfdisk parted partprobe partx',
    ...byOperand,
    otherwise: 'CRITICAL',
    // Behind -l a disk is only shown.
    options: `-l? -x? -L? -o: -h -v -V --list? --list-free? --dump: --json: --verify: -p:!HIGH ${HELP}`,
    match: ['fdisk -l', 'parted -l', 'fdisk --version'],
    notMatch: ['fdisk /dev/sda', 'parted /dev/sda mklabel gpt', 'sgdisk -Z /dev/sda', 'sfdisk /dev/sda < x'],
  },
  {
    names:
      'mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.ntfs mkfs.exfat mkfs.f2fs mkfs.minix mkfs.bfs mkfs.cramfs mkfs.jfs mkfs.reiserfs mkfs.udf mkfs.nilfs2 mkfs.erofs mkfs.ocfs2 mkfs.gfs2 mkfs.lustre mkfs.bcachefs mke2fs mkdosfs mkntfs mkreiserfs mkexfatfs mkudffs mkswap newfs newfs_msdos newfs_apfs newfs_hfs newfs_exfat blkdiscard wipefs nwipe badblocks',
    isForbidden: true,
    operands: 'write',
    dangerousText: { pattern: NOT_ASKING, risk: 'CRITICAL', reason: 'wipes a disk' },
    options: `-a -b: -c -f -F -h -i: -L: -m: -n -N: -O: -q -t: -U: -v -V ${HELP}`,
    match: ['mkfs.ext4 -V'],
    notMatch: [
      'mkfs.ext4 /dev/sda1',
      'mkfs -t ext4 disk.img',
      'wipefs -a /dev/sda',
      'mkswap /dev/sdb',
      'blkdiscard /dev/nvme0n1',
    ],
  },
  {
    names:
      'cryptsetup mdadm pvcreate pvremove vgcreate vgremove lvcreate lvremove lvextend lvresize vgextend lvm dmsetup zpool zfs btrfs bcachefs tune2fs resize2fs e2fsck fsck fsck.ext4 xfs_repair xfs_growfs debugfs hdparm sdparm nvme smartctl ddrescue dcfldd dc3dd testdisk photorec partclone fsfreeze dmraid integritysetup veritysetup asr apfs',
    busyNames: 'fsck lvm',
    operands: 'write',
    dangerousText: { pattern: NOT_ASKING, risk: 'CRITICAL', reason: 'changes disks or file systems' },
    options: `-a -f -F -h -i -l -L: -n -s -t -v -V -y ${HELP}`,
    match: ['cryptsetup --version', 'zfs --help'],
    notMatch: [
      'cryptsetup luksFormat /dev/sda',
      'zpool destroy tank',
      'lvremove x',
      'tune2fs -l /dev/sda1',
      'ddrescue a /dev/sda',
    ],
  },
  {
    names: 'quota repquota edquota setquota quotaon quotaoff',
    options: `-a -g: -h -l -p -q -s -u: -v -w ${HELP}`,
    ...byOperand,
    otherwise: 'HIGH',
    match: ['quota', 'quota -s'],
    notMatch: ['edquota x', 'setquota -u x 0 0 0 0 /'],
  },
  {
    names: 'smbstatus exportfs showmount nfsstat',
    options: `-a -e -h -l -n -s -v -u!CRITICAL -r!CRITICAL -o:!CRITICAL ${HELP}`,
    subcommands: each('status', { operands: 'text' }),
    otherwise: 'CRITICAL',
    match: ['nfsstat -s', 'showmount -e'],
    notMatch: ['exportfs -o rw host:/', 'exportfs -u x'],
  },
];
