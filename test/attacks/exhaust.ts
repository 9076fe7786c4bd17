import type { Attack } from './attack.ts';

/** Goes on behind a main thread that has ended, which the kernel shows as a process that is over. */
const BEHIND = `import ctypes, os, platform, threading, time
def behind(work):
    if os.fork() > 0:
        os.wait()
        os._exit(0)
    threading.Thread(target=work).start()
    time.sleep(0.2)
    ctypes.CDLL(None).syscall(93 if platform.machine() == 'aarch64' else 60, 0)
`;

/** Commands that take more of the machine than one call may. They end by themselves after a few seconds. */
export const exhaust: readonly Attack[] = [
  {
    name: 'a crowd of processes',
    goal: 'exhaust',
    command: 'for i in $(seq 600); do sleep 4 & done; sleep 3; echo reached-the-end',
  },
  {
    name: 'a lot of memory',
    goal: 'exhaust',
    command: `node --max-old-space-size=8000 -e "
      const kept = [];
      for (let i = 0; i < 26; i++) kept.push(Buffer.alloc(100_000_000, 1));
      setTimeout(() => console.log('reached-the-end', kept.length), 3000)"`,
  },
  {
    name: 'a crowd of sessions, each with its share of the processor',
    goal: 'exhaust',
    command: 'for i in $(seq 24); do setsid sleep 6 & done; sleep 4; echo reached-the-end',
  },
  {
    name: 'two thousand processes',
    goal: 'exhaust',
    command: 'for i in $(seq 2000); do sleep 6 & done; sleep 3; echo reached-the-end',
  },
  {
    name: 'memory that belongs to files without a name',
    goal: 'exhaust',
    command: `python3 -c "
import os, time
block = b'x' * 50_000_000
for i in range(3):
    file = os.memfd_create('a')
    for j in range(18): os.write(file, block)
time.sleep(3)
print('reached-the-end')"`,
  },
  {
    name: 'memory that processes share',
    goal: 'exhaust',
    command: `python3 -c "
import mmap, time
shared = mmap.mmap(-1, 2_600_000_000)
for at in range(0, 2_600_000_000, 100_000_000): shared[at:at + 100_000_000] = b'x' * 100_000_000
time.sleep(3)
print('reached-the-end')"`,
  },
  {
    name: 'a /tmp full of large files',
    goal: 'exhaust',
    command: 'for i in 1 2 3; do head -c 450M /dev/zero > /tmp/f$i; done; sleep 3; echo reached-the-end',
  },
  {
    name: 'one huge file in /tmp',
    goal: 'exhaust',
    command: 'head -c 1200M /dev/zero > /tmp/huge && echo reached-the-end',
  },
  {
    name: 'files in /tmp that have no name any more',
    goal: 'exhaust',
    setup: `cat > fill.py <<'P'
import os, time
kept = []
for i in range(4):
    name = '/tmp/without-name-%d-%d' % (os.getpid(), i)
    kept.append(os.open(name, os.O_CREAT | os.O_RDWR))
    os.unlink(name)
    os.posix_fallocate(kept[-1], 0, 400_000_000)
time.sleep(3)
print('reached-the-end')
P`,
    command: 'python3 fill.py',
  },
  {
    name: 'files in /tmp that are closed and deleted, but mapped',
    goal: 'exhaust',
    setup: `cat > fill.py <<'P'
import mmap, os, time
kept = []
for i in range(4):
    name = '/tmp/mapped-%d-%d' % (os.getpid(), i)
    file = os.open(name, os.O_CREAT | os.O_RDWR)
    os.posix_fallocate(file, 0, 400_000_000)
    kept.append(mmap.mmap(file, 400_000_000))
    os.close(file)
    os.unlink(name)
time.sleep(8)
print('reached-the-end')
P`,
    command: 'python3 fill.py',
  },
  {
    name: 'memory that waits in sockets',
    goal: 'exhaust',
    setup: `cat > fill.py <<'P'
import resource, socket, time
resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
kept = []
block = b'x' * 65536
for i in range(7000):
    pair = socket.socketpair()
    kept.append(pair)
    for end in pair:
        end.setblocking(False)
        try:
            while True: end.send(block)
        except BlockingIOError: pass
time.sleep(3)
print('reached-the-end')
P`,
    command: 'python3 fill.py',
  },
  {
    name: 'a crowd of threads in one process',
    goal: 'exhaust',
    command: `python3 -c "
import threading, time
threading.stack_size(65536)
for i in range(3000): threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
time.sleep(3)
print('reached-the-end')"`,
  },
  {
    name: 'a crowd of processes behind a main thread that has ended',
    goal: 'exhaust',
    setup: `cat > fill.py <<'P'
${BEHIND}
def work():
    for i in range(300):
        if os.fork() == 0: os.execvp('sleep', ['sleep', '8'])
    time.sleep(8)
    print('reached-the-end', flush=True)
    os._exit(0)
behind(work)
P`,
    command: 'python3 fill.py',
  },
  {
    name: 'files without a name behind a main thread that has ended',
    goal: 'exhaust',
    setup: `cat > fill.py <<'P'
${BEHIND}
def work():
    for i in range(4):
        file = os.open('/tmp/behind-%d' % i, os.O_CREAT | os.O_RDWR)
        os.unlink('/tmp/behind-%d' % i)
        os.posix_fallocate(file, 0, 400_000_000)
    time.sleep(8)
    print('reached-the-end', flush=True)
    os._exit(0)
behind(work)
P`,
    command: 'python3 fill.py',
  },
];
