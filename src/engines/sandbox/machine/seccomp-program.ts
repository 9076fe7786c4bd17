/** What a filter of system calls refuses; numbers are the kernel's own, by architecture. */
interface Calls {
  /** The kernel's name for the architecture, as a filter sees it. */
  readonly audit: number;
  readonly socket: number;
  readonly ioctl: number;
  readonly fcntl: number;
  readonly flock: number;
  readonly clone: number;
  readonly unshare: number;
  readonly setAffinity: number;
  /** Of the kernel and of other machines on it: keys, programs in the kernel, modules, clocks, queues around this filter. */
  readonly never: readonly number[];
  /** New namespaces and mounts, which give a program rights it did not have; and what makes it the master of others. */
  readonly powers: readonly number[];
}

/** From version 4.20 on new calls have one number everywhere. */
const IO_URING = [425, 426, 427];
const MOUNTS = [428, 429, 430, 431, 432, 433, 442];
const CLONE3 = 435;
const PIDFD_GETFD = 438;

const CALLS: Readonly<Partial<Record<NodeJS.Architecture, Calls>>> = {
  x64: {
    audit: 0xc000003e,
    ...{ socket: 41, ioctl: 16, fcntl: 72, flock: 73, clone: 56, unshare: 272, setAffinity: 203 },
    never: [
      ...[248, 249, 250], // add_key, request_key, keyctl
      ...[298, 321, 323], // perf_event_open, bpf, userfaultfd
      ...[175, 176, 313, 246, 320], // modules and kexec
      ...[163, 164, 167, 168, 169, 227, 304], // acct, settimeofday, swapon, swapoff, reboot, clock_settime, open_by_handle_at
      ...IO_URING,
    ],
    // mount, umount2, pivot_root, setns; ptrace, process_vm_readv, process_vm_writev
    powers: [165, 166, 155, 308, 101, 310, 311, PIDFD_GETFD, ...MOUNTS],
  },
  arm64: {
    audit: 0xc00000b7,
    ...{ socket: 198, ioctl: 29, fcntl: 25, flock: 32, clone: 220, unshare: 97, setAffinity: 122 },
    never: [
      ...[217, 218, 219],
      ...[241, 280, 282],
      ...[105, 106, 273, 104, 294],
      ...[89, 170, 224, 225, 142, 112, 265],
      ...IO_URING,
    ],
    powers: [40, 39, 41, 268, 117, 270, 271, PIDFD_GETFD, ...MOUNTS],
  },
};

/** INET, INET6, NETLINK: the others reach past a network namespace, as VSOCK does, or nothing at all. */
const FAMILIES = [2, 10, 16];
/** Whatever is sent on the network. */
const PACKET = 17;
/** Its sockets are files: no namespace keeps programs from those that others have in an open directory. */
const UNIX = 1;
/** Types into a terminal for its user: TIOCSTI, TIOCLINUX. */
const TYPING = [0x5412, 0x541c];
/** Takes a lease (F_SETLEASE): for 45 seconds nobody else could open the file, the host neither. */
const LEASE = 1024;
/** Locks of whole files need no right to write: who may only read could keep others from a build for as long as it runs. */
const [LOCK_SHARED, LOCK_EXCLUSIVE] = [1, 2];
/**
 * Locks of parts of files: F_SETLK, F_SETLKW, and both for open files. One for reading, which needs no more, keeps others from
 * writing a database. Whether it is one for reading lies in memory, so none is real.
 */
const RECORD_LOCKS = [6, 7, 37, 38];
const NEW_USER_NAMESPACE = 0x1000_0000;
/** Calls of the 32-bit ABI on x64, which have other numbers. */
const X32 = 0x4000_0000;

const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

/** What a filter leaves to a run. */
export interface Allowed {
  readonly hasPowers: boolean;
  /** Without, programs still talk through pairs of sockets that they make themselves. */
  readonly hasUnixSockets: boolean;
  /** Sees all that is sent in its network. */
  readonly hasPackets: boolean;
}

/** A classic BPF program for the kernel; undefined where the numbers of this architecture are not known. */
export function seccompProgram(
  { hasPowers, hasUnixSockets, hasPackets }: Allowed,
  architecture = process.arch,
): Buffer | undefined {
  const calls = CALLS[architecture];
  if (!calls) return undefined;
  const families = [...FAMILIES, ...(hasUnixSockets ? [UNIX] : []), ...(hasPackets ? [PACKET] : [])];
  const refuseIfBit = (argument: number, bit: number): Instruction[] => [
    load(argumentAt(argument)),
    ...ifBit(bit, [refuse(EPERM)]),
    ALLOW,
  ];
  return assemble([
    load(ARCHITECTURE_AT),
    ...unless(calls.audit, [refuse(ENOSYS)]),
    load(NUMBER_AT),
    ...(architecture === 'x64' ? ([[BPF.ifAtLeast, 0, 1, X32], refuse(ENOSYS)] as const) : []),
    ...calls.never.flatMap((call) => when(call, [refuse(EPERM)])),
    ...when(calls.socket, [
      load(argumentAt(0)),
      ...families.flatMap((family) => when(family, [ALLOW])),
      refuse(EAFNOSUPPORT),
    ]),
    ...when(calls.ioctl, [
      load(argumentAt(1)),
      ...TYPING.flatMap((request) => when(request, [refuse(EPERM)])),
      ALLOW,
    ]),
    ...when(calls.fcntl, [
      load(argumentAt(1)),
      ...when(LEASE, [refuse(EPERM)]),
      ...(hasPowers ? [] : RECORD_LOCKS.flatMap((lock) => when(lock, [PRETEND]))),
      ALLOW,
    ]),
    ...(hasPowers
      ? []
      : [
          ...calls.powers.flatMap((call) => when(call, [refuse(EPERM)])),
          // Its flags lie in memory, which a filter cannot read; without it the C library takes the older call.
          ...when(CLONE3, [refuse(ENOSYS)]),
          ...when(calls.clone, refuseIfBit(0, NEW_USER_NAMESPACE)),
          ...when(calls.unshare, refuseIfBit(0, NEW_USER_NAMESPACE)),
          // It would come back to the processor that is left to others.
          ...when(calls.setAffinity, [PRETEND]),
          ...when(calls.flock, [
            load(argumentAt(1)),
            // "There are no locks here": cargo, go and Python's filelock go on. The last tries for ever with any other error.
            ...ifBit(LOCK_EXCLUSIVE, [refuse(ENOSYS)]),
            // Go reads its modules under one and takes no refusal. A reader that holds none keeps nobody from writing.
            ...ifBit(LOCK_SHARED, [PRETEND]),
            ALLOW,
          ]),
        ]),
    ALLOW,
  ]);
}

/** Code, jump if true, jump if false, value: as `struct sock_filter` has them. */
type Instruction = readonly [code: number, yes: number, no: number, value: number];

const BPF = { load: 0x20, ifEqual: 0x15, ifAtLeast: 0x35, ifBit: 0x45, answer: 0x06 };
const [NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT] = [0, 4, 16];
const ALLOW: Instruction = [BPF.answer, 0, 0, 0x7fff_0000];

const load = (at: number): Instruction => [BPF.load, 0, 0, at];
/** The lower half of an argument; the kernel looks at no more of those that are judged here. */
const argumentAt = (index: number): number => ARGUMENTS_AT + 8 * index;
const refuse = (errno: number): Instruction => [BPF.answer, 0, 0, 0x0005_0000 | errno];
/** The call does nothing and succeeds. */
const PRETEND = refuse(0);
const ifBit = (bit: number, then: readonly Instruction[]): Instruction[] => [
  [BPF.ifBit, 0, then.length, bit],
  ...then,
];
const when = (value: number, then: readonly Instruction[]): Instruction[] => [
  [BPF.ifEqual, 0, then.length, value],
  ...then,
];
const unless = (value: number, then: readonly Instruction[]): Instruction[] => [
  [BPF.ifEqual, then.length, 0, value],
  ...then,
];

const INSTRUCTION_BYTES = 8;

function assemble(instructions: readonly Instruction[]): Buffer {
  const program = Buffer.alloc(instructions.length * INSTRUCTION_BYTES);
  for (const [index, [code, yes, no, value]] of instructions.entries()) {
    const at = index * INSTRUCTION_BYTES;
    program.writeUInt16LE(code, at);
    program.writeUInt8(yes, at + 2);
    program.writeUInt8(no, at + 3);
    program.writeUInt32LE(value, at + 4);
  }
  return program;
}
