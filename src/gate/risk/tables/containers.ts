import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, HELP, type Subcommand } from './each.ts';

// A mount of these, or a namespace shared with the machine, makes the container no container.
const NO_CONTAINER = {
  pattern:
    /^((--(pid|net|network|ipc|uts|userns|cgroupns)=)?host|--privileged(=true)?)$|^(-v=?|--volume=)?(~|\/|\/(home|Users)(\/[^/:]+)?|\/(etc|root|boot|dev|proc|sys|usr|var|run|lib|bin|sbin|opt|srv)(\/[^:]*)?)\/?:|\/\.(ssh|aws|gnupg|kube|docker|config|azure|netrc)([/:,]|$)|\b(docker|containerd|podman|crio)\.sock|\b(src|source)=(~|\/(,|$)|\/(home|Users)(\/[^/,]*)?\/?(,|$)|\/(etc|root|boot|dev|proc|sys|usr|var|run|lib|bin|sbin|opt|srv)\b)/,
  risk: 'CRITICAL',
  reason: 'gives the container access to the machine itself',
} as const;

const RUN = `--add-host: --annotation: -a: --attach: --blkio-weight: --cap-add:!CRITICAL --cap-drop: --cgroup-parent: --cgroupns: --cidfile:w --cpu-period: --cpu-quota: -c: --cpu-shares: --cpus: --cpuset-cpus: --cpuset-mems: -d --detach --detach-keys: --device:!CRITICAL --device-cgroup-rule:!CRITICAL --disable-content-trust --dns: --dns-option: --dns-search: --domainname: --entrypoint: -e: --env: --env-file:r --expose: --gpus: --group-add: --health-cmd: --health-interval: --health-retries: --health-timeout: --no-healthcheck -h: --hostname: --init -i --interactive --ip: --ip6: --ipc: --isolation: -l: --label: --label-file:r --link: --log-driver: --log-opt: --mac-address: -m: --memory: --memory-swap: --mount:m --name: --network: --net: --network-alias: --oom-kill-disable --oom-score-adj: --pid: --pids-limit: --platform: --privileged?!CRITICAL -p: --publish: -P --publish-all --pull: -q --quiet --read-only --restart: --rm --runtime:!CRITICAL --security-opt:!CRITICAL --shm-size: --sig-proxy --stop-signal: --stop-timeout: --storage-opt: --sysctl:!CRITICAL --tmpfs: -t --tty --ulimit: --use-api-socket!CRITICAL -u: --user: --userns: --uts: -v:m --volume:m --volume-driver:!HIGH --volumes-from: -w: --workdir: --help!SAFE`;

const LIST =
  '-a --all -f: --filter: --format: -n: --last: -l --latest --no-trunc -q --quiet -s --size --digests --tree --help!SAFE --type: -v --verbose --no-stream --human -H --platform: --sort: --json --ns --cluster';
const LOGS =
  '--details -f --follow --since: -n: --tail: -t --timestamps --until: --help!SAFE --names --color';

const COMPOSE = `-f:r --file:r -p: --project-name: --project-directory:l --profile: --env-file:r --ansi: --progress: --parallel: --compatibility --all-resources --dry-run -v!SAFE -h!SAFE --verbose --no-ansi ${ASKING}`;

const COMPOSE_SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  ...each('ps, ls, images, top, port, version, stats, volumes', {
    risk: 'LOW',
    operands: 'text',
    options: `${LIST} --services --status: --orphans --index: --protocol: --short -f:`,
  }),
  logs: { risk: 'LOW', operands: 'text', options: `${LOGS} --no-color --no-log-prefix --index:` },
  ...each('config, convert', {
    risk: 'LOW',
    operands: 'text',
    options:
      '--format: --hash: --images --no-consistency --no-interpolate --no-normalize --no-path-resolution -o:w --output:w --profiles -q --quiet --resolve-image-digests --services --volumes --environment --variables --networks --help!SAFE',
  }),
  events: { risk: 'LOW', operands: 'text', options: '--json --since: --until:' },
  ...each('build, up, start, stop, restart, pause, unpause, create, pull, wait, watch, scale, cp, attach', {
    risk: 'MEDIUM',
    operands: 'text',
    options:
      '-d --detach --build --no-build --force-recreate --no-recreate --remove-orphans -V --renew-anon-volumes --wait --wait-timeout: -t: --timeout: --no-deps --pull: --quiet-pull --scale: --abort-on-container-exit --exit-code-from: --no-cache --build-arg: --parallel --progress: -q --quiet --no-color --no-start -w --watch --ssh:!HIGH --help!SAFE',
  }),
  down: {
    risk: 'MEDIUM',
    operands: 'text',
    options: '--remove-orphans -t: --timeout: -v!HIGH --volumes!HIGH --rmi:!HIGH --help!SAFE',
  },
  ...each('run, push, kill, rm, publish, export, commit', {
    risk: 'HIGH',
    operands: 'text',
    options:
      '-d --rm -e: -T -i -t -v: --no-deps --entrypoint: -p: --service-ports -u: -w: -f -s -q --help!SAFE',
    dangerousText: NO_CONTAINER,
  }),
  exec: {
    risk: 'HIGH',
    operands: 'command',
    skip: 1,
    options:
      '-d --detach -e: --env: -T --no-TTY -i -t --index: -u: --user: -w: --workdir: --privileged!CRITICAL --help!SAFE',
  },
};

const READS: Readonly<Record<string, Subcommand>> = {
  ...each(
    'ps, images, version, info, port, top, diff, history, container ls, container list, container ps, image ls, image list, image history, volume ls, volume list, network ls, network list, context ls, context list, context show, system df, system info, plugin ls, builder ls, buildx ls, buildx version, buildx du, builder du, container port, container top, container diff, container stats, stats, pod ls, pod ps, manifest inspect, node ls, service ls, service ps, stack ls, stack ps, secret ls, config ls, machine ls, machine list, help',
    { operands: 'text', options: LIST },
  ),
  ...each(
    'inspect, container inspect, image inspect, volume inspect, network inspect, context inspect, buildx inspect, node inspect, service inspect, plugin inspect, system events, events, wait, container wait',
    {
      risk: 'LOW',
      operands: 'text',
      options:
        '-f: --format: -s --size --type: --since: --until: --filter: --pretty -v --verbose --help!SAFE',
    },
  ),
  ...each('logs, container logs, service logs, pod logs', { risk: 'LOW', operands: 'text', options: LOGS }),
  search: {
    risk: 'LOW',
    network: true,
    operands: 'text',
    options: '-f: --filter: --format: --limit: --no-trunc',
  },
};

/** Docker and what follows its command line. */
export const containers: readonly ProgramRule[] = [
  {
    names: 'docker podman nerdctl',
    options: `-D --debug -l: --log-level: -c:!HIGH --context:!HIGH -H:!HIGH --host:!HIGH --config:!HIGH --tls --tlsverify --tlscacert:r!HIGH --tlscert:r!HIGH --tlskey:r!HIGH --connection:!HIGH --url:!HIGH --root:!HIGH --runtime:!CRITICAL -n: --namespace: -v!SAFE ${ASKING}`,
    subcommands: {
      ...READS,
      compose: { options: COMPOSE, subcommands: COMPOSE_SUBCOMMANDS, otherwise: 'HIGH' },
      ...each('build, image build, buildx build, builder build', {
        risk: 'MEDIUM',
        network: true,
        operands: 'read',
        dangerousText: { pattern: /\bdest=(\/|~|\.\.)/, risk: 'HIGH', reason: 'writes outside the project' },
        options:
          '--add-host: --build-arg: --build-context: --builder: --cache-from: --cache-to: -f:r --file:r --force-rm --iidfile:w --metadata-file:w --label: --load --no-cache --no-cache-filter: -o:w --output:w --platform: --progress: --provenance: --pull -q --quiet --rm --sbom: --shm-size: --squash -t: --tag: --target: --ulimit: -m: --memory: --network:!HIGH --secret:!HIGH --ssh:!HIGH --allow:!CRITICAL --security-opt:!CRITICAL --push!HIGH --check --help!SAFE -v:!HIGH --volume:!HIGH --format: --layers',
      }),
      ...each(
        'pull, image pull, start, stop, restart, pause, unpause, tag, image tag, rename, container start, container stop, container restart, container rename, network create, volume create, network connect, network disconnect, commit, container commit, attach, container attach, buildx use, buildx create, buildx bake, update, container update',
        {
          risk: 'MEDIUM',
          network: true,
          operands: 'text',
          options:
            '-a --all -q --quiet --platform: -t: --time: --timeout: -s: --signal: -i -d: --driver: --name: --label: --subnet: --gateway: --internal --attachable --ip: --alias: -m: --message: --author: -p --pause -f:r --file:r --load --print --set: --use -o: --opt: --memory: --cpus: --restart: --help!SAFE',
        },
      ),
      ...each('cp, container cp', {
        risk: 'MEDIUM',
        operands: 'copy',
        options: '-a --archive -L --follow-link -q --quiet',
      }),
      ...each('save, image save, export, container export', {
        risk: 'MEDIUM',
        operands: 'text',
        options: '-o:w --output:w --platform: --format:',
      }),
      ...each('run, create, container run, container create', {
        risk: 'MEDIUM',
        network: true,
        stopAtOperand: true,
        operands: 'text',
        options: RUN,
        dangerousText: NO_CONTAINER,
        reason: 'runs a program in a container',
      }),
      ...each('exec, container exec', {
        risk: 'HIGH',
        operands: 'command',
        skip: 1,
        options:
          '-d --detach --detach-keys: -e: --env: --env-file:r -i --interactive --privileged!CRITICAL -t --tty -u: --user: -w: --workdir: --help!SAFE',
        reason: 'runs a program in a container',
      }),
      ...each(
        'rm, rmi, kill, container rm, container kill, image rm, volume rm, network rm, load, image load, import, image import, push, image push, image prune, container prune, network prune, builder prune, buildx prune, buildx rm, image sign, pod rm',
        {
          risk: 'HIGH',
          operands: 'text',
          options:
            '-f --force -a --all -v --volumes -l -s: --signal: --filter: --no-prune -i:r --input:r -q --quiet --all-tags --help!SAFE',
        },
      ),
      ...each(
        'volume prune, system prune, system reset, login, logout, swarm, secret, config, stack, service, node, plugin, context, trust, machine',
        {
          risk: 'CRITICAL',
          operands: 'text',
          options:
            '-f --force -a --all --volumes --filter: -u: --username: -p: --password: --password-stdin --help!SAFE',
        },
      ),
    },
    otherwise: 'HIGH',
    match: [
      'docker ps',
      'docker ps -a',
      'docker images',
      'docker version',
      "docker ps --format '{{.Names}}'",
      'docker volume ls',
      'docker stats --no-stream',
      'podman ps -a',
    ],
    notMatch: [
      'docker run alpine',
      'docker rm x',
      'docker exec x sh',
      'docker -H tcp://x ps',
      'docker system prune',
      'docker compose up',
      'docker build .',
      'docker ps --unheard-of',
      'docker login',
      'docker inspect x',
    ],
  },
  {
    names: 'docker-compose podman-compose',
    risk: 'LOW',
    options: `${COMPOSE} -H:!HIGH --host:!HIGH --context:!HIGH -c:!HIGH`,
    subcommands: COMPOSE_SUBCOMMANDS,
    otherwise: 'HIGH',
    match: [
      'docker-compose ps',
      'docker-compose logs -f web',
      'docker-compose config',
      'docker-compose -f dev.yml ps',
    ],
    notMatch: [
      'docker-compose up',
      'docker-compose down -v',
      'docker-compose exec web sh',
      'docker-compose rm -f',
      'docker-compose -f /etc/x.yml ps',
    ],
  },
  {
    names: 'buildah ctr lima runc crun kata-runtime',
    options: `${ASKING} -v -a:!HIGH --address:!HIGH --root:!HIGH -n: --namespace:`,
    subcommands: each('images, containers, ps, list, inspect, info, version, help', {
      risk: 'LOW',
      operands: 'text',
      options: `-a --all -q --quiet --format: -f: --json ${HELP}`,
    }),
    risk: 'LOW',
    bare: 'HIGH',
    otherwise: 'HIGH',
    match: ['buildah images', 'ctr version', 'runc list'],
    notMatch: ['ctr run x y', 'buildah unshare', 'buildah rm -a', 'lima rm -rf x', 'runc exec x sh'],
  },
  {
    names: 'skopeo crictl limactl colima dive trivy grype syft cosign crane',
    options: `${ASKING} -v --debug -D --root:!HIGH -a: --address:!HIGH -n: --namespace:`,
    subcommands: {
      ...each(
        'images, ps, list, ls, inspect, info, version, status, manifest, digest, config, list-tags, pods, stats, logs, image, fs, repo, filesystem, repository, scan, verify, validate, help',
        {
          risk: 'LOW',
          network: true,
          operands: 'text',
          options: `-a --all -q --quiet --format: -f: --json -o:w --raw --severity: --exit-code: --ignore-unfixed --scanners: --no-progress --tail: -s: --skip-dirs: --skip-files: --key:r --type: ${HELP}`,
        },
      ),
      ...each(
        'run, exec, from, start, shell, ssh, push, rm, rmi, delete, copy, sync, commit, mount, unshare, sign, attest, login',
        { risk: 'HIGH', network: true, operands: 'text' },
      ),
    },
    risk: 'LOW',
    bare: 'LOW',
    match: ['skopeo inspect docker://alpine', 'crictl ps', 'trivy fs .', 'colima status'],
    notMatch: [
      'skopeo copy a b',
      'cosign sign x',
      'trivy fs -o /etc/x .',
      'limactl shell x',
      'skopeo delete x',
    ],
  },
  {
    names: 'vagrant virsh virt-install qemu-img multipass lxc lxc-attach incus',
    options: `${ASKING} -v!SAFE -c:!HIGH --connect:!HIGH -q -r`,
    subcommands: {
      ...each(
        'status, global-status, port, version, validate, box list, plugin list, snapshot list, list, dominfo, domstate, nodeinfo, net-list, pool-list, vol-list, capabilities, info, find, snapshot-list, help, image list, network list, profile list, storage list, remote list',
        {
          risk: 'LOW',
          operands: 'text',
          options:
            '--all --name --machine-readable --prune!MEDIUM --format: --inactive --title -U --backing-chain --output: -f: -c:',
        },
      ),
      ...each('up, halt, reload, suspend, resume, start, shutdown, reboot, provision', {
        risk: 'HIGH',
        operands: 'text',
      }),
      ...each(
        'destroy, undefine, delete, purge, vol-delete, pool-delete, net-destroy, snapshot-delete, box remove',
        { risk: 'CRITICAL', operands: 'text' },
      ),
    },
    risk: 'LOW',
    otherwise: 'HIGH',
    match: ['vagrant status', 'virsh list --all', 'qemu-img info x.img', 'multipass list'],
    notMatch: [
      'vagrant destroy -f',
      'vagrant ssh',
      'virsh undefine x',
      'virsh -c qemu+ssh://x/system list',
      'lxc exec x sh',
      'vagrant up',
    ],
  },
  {
    names: 'hadolint dockle dockerfilelint',
    risk: 'LOW',
    operands: 'read',
    options: `-c:r --config:r -f: --format: -t: --failure-threshold: --ignore: --trusted-registry: --no-fail --no-color -V ${ASKING}`,
    match: ['hadolint Dockerfile', 'hadolint -f json Dockerfile'],
    notMatch: ['hadolint /etc/shadow', 'hadolint --unheard-of Dockerfile'],
  },
];
