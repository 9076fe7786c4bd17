import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, byOperand, each, type Subcommand } from './each.ts';

// The server, or nobody, hears of it, and nothing is changed.
const DRY_RUN = {
  '--dry-run': [
    { pattern: /^(client|server)$/, risk: 'LOW', reason: 'only tells what would happen', onlyTells: true },
  ],
} as const;

const KUBE = `-n: --namespace: --context: --cluster: --user: --as:!HIGH --as-group:!HIGH --as-uid:!HIGH --kubeconfig:!HIGH -s:!HIGH --server:!HIGH --token:!HIGH --username:!HIGH --password:!HIGH --certificate-authority:r!HIGH --client-certificate:r!HIGH --client-key:r!HIGH --insecure-skip-tls-verify?!HIGH --tls-server-name:!HIGH --cache-dir:w --request-timeout: --match-server-version? --disable-compression? --log-flush-frequency: --profile: --profile-output:w -v: --v: --vmodule: --warnings-as-errors? -h!SAFE --help!SAFE`;

const READ = `${KUBE} -A --all-namespaces? --allow-missing-template-keys? --chunk-size: --field-selector: -f:r --filename:r -k:l --kustomize:l --ignore-not-found? -L: --label-columns: --no-headers? -o: --output: --output-watch-events? -R --recursive? -l: --selector: --server-print? --show-kind? --show-labels? --show-managed-fields? --sort-by: --subresource: --template: -w --watch? --watch-only? --show-events? --raw:!HIGH`;

// How the cluster itself is, without anything that is kept in it.
const HEALTH = {
  '--raw': [
    {
      pattern: /^\/(healthz|livez|readyz|version|metrics|openapi\/v\d)(\/[\w-]+)*(\?\w+)?$/,
      risk: 'LOW',
      reason: 'asks how the cluster is',
    },
  ],
} as const;

const LOGS = `${KUBE} --all-containers? --all-pods? -c: --container: -f --follow? --ignore-errors? --insecure-skip-tls-verify-backend? --limit-bytes: --max-log-requests: --pod-running-timeout: --prefix? -p --previous? -l: --selector: --since: --since-time: --tail: --timestamps?`;

const SECRETS = {
  pattern: /(^|[,/=])secrets?([.,/]|$)|(template|jsonpath|custom-columns)-?file\b/i,
  risk: 'HIGH',
  reason: 'shows what the cluster keeps secret, or a file of this machine',
} as const;

const TEMPLATES = { ...SECRETS, pattern: /(template|jsonpath|custom-columns)-?file\b/i } as const;

const reads = (more: string, rule: Omit<Subcommand, 'options'> = {}): Subcommand => ({
  risk: 'LOW',
  network: true,
  operands: 'text',
  options: `${READ} ${more}`,
  ...rule,
});

const KUBECTL: Readonly<Record<string, Subcommand>> = {
  get: reads('', { dangerousText: SECRETS, values: HEALTH }),
  ...each('describe, events', reads('--for: --types:', { dangerousText: TEMPLATES })),
  ...each(
    'api-resources, api-versions, explain',
    reads('--api-group: --api-version: --cached? --categories: --namespaced? --verbs:'),
  ),
  ...each(
    'top, top pod, top pods, top node, top nodes',
    reads('--containers? --sum? --use-protocol-buffers? --use-capacity'),
  ),
  version: reads('--client? --short? --output:'),
  logs: { risk: 'LOW', network: true, operands: 'text', options: LOGS },
  ...each(
    'cluster-info, auth can-i, auth whoami, rollout status, rollout history, wait',
    reads('--list? -q --quiet? --revision: --timeout: --for: --all? --local?'),
  ),
  'cluster-info dump': {
    risk: 'MEDIUM',
    network: true,
    operands: 'none',
    options: `${READ} --output-directory:w --namespaces: --pod-running-timeout:`,
  },
  diff: reads(
    '--concurrency: --field-manager: --force-conflicts? --prune? --prune-allowlist: --server-side?',
  ),
  kustomize: {
    risk: 'LOW',
    operands: 'read',
    options: `${KUBE} --enable-alpha-plugins?!CRITICAL --enable-helm?!HIGH --helm-command:!CRITICAL --load-restrictor: -e: --env: -o:w --output:w --network?!HIGH --mount:!HIGH`,
  },
  ...each('config view, config get-contexts, config get-clusters, config get-users, config current-context', {
    options: `${READ} --flatten?!HIGH --minify? --raw?!HIGH --merge?`,
    operands: 'text',
  }),
  ...each('completion, plugin list, options, help', { options: `${KUBE} --name-only`, operands: 'text' }),
  ...each(
    'apply, create, edit, patch, scale, autoscale, rollout, label, annotate, set, expose, run, replace, taint, uncordon, certificate, config, cp, port-forward, attach, debug, auth reconcile',
    {
      risk: 'HIGH',
      network: true,
      operands: 'text',
      values: DRY_RUN,
      options: `${READ} ${LOGS} --dry-run? --force?!CRITICAL --grace-period: --cascade? --prune?!CRITICAL --all?!CRITICAL --server-side? --replicas: --type: -p: --patch: --overwrite --image: --port: --target-port: --name: --env: --rm -i --stdin -t --tty --restart: --command --address: --validate? --save-config? --record? --from-literal: --from-file:r --from-env-file:r --edit? --current --overrides:!CRITICAL --privileged!CRITICAL --profile: --copy-to: --target:`,
    },
  ),
  exec: {
    risk: 'HIGH',
    network: true,
    operands: 'command',
    skip: 1,
    stopAtOperand: false,
    options: `${KUBE} -c: --container: -i --stdin? -t --tty? -q --quiet? -f:r --filename:r --pod-running-timeout:`,
  },
  ...each('delete, drain, cordon, proxy', {
    risk: 'CRITICAL',
    network: true,
    operands: 'text',
    options: READ,
  }),
};

const HELM = `--debug --kube-context: -n: --namespace: --kubeconfig:!HIGH --kube-apiserver:!HIGH --kube-token:!HIGH --kube-as-user:!HIGH --registry-config:r!HIGH --repository-config:r --repository-cache:l -A --all-namespaces -a --all -o: --output: -q --short --max: --offset: -r --reverse -d --date -l: --selector: --filter: --deployed --failed --pending --superseded --uninstalled --time-format: --revision: --show-resources --show-desc --template: --versions --devel --version? --regexp --client --short --max-col-width: --fail-on-no-result --list-repo-url -h!SAFE --help!SAFE`;

/** Clusters: kubectl, and what works through it. */
export const kubernetes: readonly ProgramRule[] = [
  {
    names: 'kubectl oc k3s-kubectl microk8s.kubectl',
    risk: 'LOW',
    options: KUBE,
    subcommands: KUBECTL,
    // A word it does not know is a program called kubectl-WORD.
    otherwise: 'HIGH',
    network: true,
    match: [
      'kubectl get pods',
      'kubectl get pods -A -o wide',
      'kubectl -n web get deploy',
      'kubectl logs -f pod/x',
      'kubectl describe pod x',
      'kubectl top pods',
      'kubectl rollout status deploy/x',
      'kubectl auth can-i get pods',
    ],
    notMatch: [
      'kubectl get secrets',
      'kubectl get secret x -o yaml',
      'kubectl get pods,secrets',
      'kubectl apply -f x.yml',
      'kubectl delete pod x',
      'kubectl exec -it x -- sh',
      'kubectl get --raw /api/v1/secrets',
      'kubectl --kubeconfig /tmp/x get pods',
      'kubectl config use-context x',
      'kubectl foo',
      'kubectl get pods --unheard-of',
      'kubectl port-forward x 80',
    ],
  },
  {
    names: 'helm',
    risk: 'LOW',
    options: HELM,
    subcommands: {
      ...each(
        'list, ls, status, history, get manifest, get notes, get hooks, get metadata, search, search repo, search hub, show, show chart, show readme, show values, show all, version, env, repo list, plugin list, dependency list, help, verify',
        { risk: 'LOW', network: true, operands: 'text', options: HELM },
      ),
      ...each('get values, get all, diff, diff upgrade, diff revision, diff rollback', {
        risk: 'MEDIUM',
        network: true,
        operands: 'text',
        options: HELM,
      }),
      ...each('template, lint', {
        risk: 'LOW',
        operands: 'text',
        options: `${HELM} -f:r --values:r --set: --set-string: --set-file:r --set-json: -s: --show-only: --include-crds --skip-tests --name-template: --api-versions: --kube-version: --validate --is-upgrade --strict --quiet --with-subcharts --output-dir:w --post-renderer:!CRITICAL --post-renderer-args:!HIGH --dependency-update!HIGH --repo:u!HIGH`,
      }),
      ...each('package, create, pull, dependency update, dependency build, repo update', {
        risk: 'MEDIUM',
        network: true,
        operands: 'text',
        options: `${HELM} -d:w --destination:w --untar --untardir:w --repo:u --sign!HIGH`,
      }),
      ...each('install, upgrade, rollback, test, push, registry, plugin', {
        risk: 'HIGH',
        network: true,
        operands: 'text',
        options: `${HELM} -f:r --values:r --set: --set-string: --set-file:r -i --install --wait --timeout: --atomic --dry-run? --create-namespace --reuse-values --reset-values --force!CRITICAL --post-renderer:!CRITICAL --repo:u`,
      }),
      ...each('uninstall, delete, del, un', {
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
        options: HELM,
      }),
    },
    otherwise: 'HIGH',
    match: [
      'helm list -A',
      'helm status x',
      'helm history x',
      'helm template .',
      'helm search repo nginx',
      'helm lint chart',
    ],
    notMatch: [
      'helm install x y',
      'helm uninstall x',
      'helm upgrade x y',
      'helm template . --post-renderer ./x',
      'helm plugin install x',
      'helm get values x',
    ],
  },
  {
    names: 'kustomize',
    risk: 'LOW',
    options: `${ASKING} -h!SAFE -v -c --current -n: -A --context: --tail: --since: -l: --readonly -o: --strict --summary --ignore-missing-schemas --schema-location:u`,
    subcommands: {
      ...each('build', {
        risk: 'LOW',
        operands: 'read',
        options:
          '--enable-alpha-plugins!CRITICAL --enable-exec!CRITICAL --enable-helm!HIGH --enable-star!HIGH --helm-command:!CRITICAL --load-restrictor: -e: --env: -o:w --output:w --network!HIGH --mount:!HIGH --reorder: --as-current-user',
      }),
      ...each('version, help, lint, checks, templates', {
        risk: 'LOW',
        operands: 'text',
        options: '--short --format: --config:r',
      }),
    },
    bare: 'LOW',
    match: ['kustomize build overlays/dev', 'kustomize version'],
    notMatch: ['kustomize build --enable-exec .', 'kustomize edit set image x', 'kustomize build /etc/x'],
  },
  {
    names:
      'minikube kind k3d skaffold tilt eksctl kops argocd flux istioctl linkerd velero telepresence kubeadm kubeseal',
    risk: 'LOW',
    options: `${ASKING} -h!SAFE -p: --profile: -n: --namespace: --context: -v: -q`,
    subcommands: {
      ...each(
        'status, version, ip, profile list, addons list, logs, service list, get clusters, get nodes, cluster list, node list, get, list, app list, app get, app diff, check, diagnose, config view, help, proxy-status, analyze, describe, backup get',
        {
          risk: 'LOW',
          network: true,
          operands: 'text',
          options:
            '-o: --output: -f --follow --length: --name: --all -A --all-namespaces --region: --wide --refresh --cluster:',
        },
      ),
      ...each('get kubeconfig, kubeconfig get, kubeconfig', { risk: 'HIGH', operands: 'text' }),
      ...each(
        'delete, destroy, delete cluster, cluster delete, uninstall, reset, app delete, login, account',
        { risk: 'CRITICAL', network: true, operands: 'text' },
      ),
    },
    otherwise: 'HIGH',
    network: true,
    match: ['minikube status', 'kind get clusters', 'argocd app list', 'flux check'],
    notMatch: [
      'minikube start',
      'kind delete cluster',
      'skaffold run',
      'minikube ssh',
      'kind get kubeconfig',
      'eksctl create cluster',
    ],
  },
  {
    names: 'kubectx kubens popeye k9s',
    risk: 'LOW',
    ...byOperand,
    bare: 'LOW',
    otherwise: 'HIGH',
    network: true,
    options: `-c --current -n: --namespace: -A --all-namespaces --context: --tail: --since: -l: --selector: -o: --output: --readonly -d:!HIGH -u!HIGH --kubeconfig:!HIGH ${ASKING}`,
    subcommands: each('version, info, help', { operands: 'text' }),
    match: ['kubectx', 'kubectx -c', 'kubens', 'k9s version'],
    notMatch: ['kubectx prod', 'kubens kube-system', 'kubectx -d x', 'k9s --kubeconfig /tmp/x'],
  },
  {
    names: 'stern kubetail',
    risk: 'LOW',
    network: true,
    operands: 'text',
    options: `-n: --namespace: -A --all-namespaces --context: --tail: --since: -s: -c: --container: -E: --exclude-container: -e: --exclude: -i: --include: -l: --selector: -o: --output: --color: --template: -t --timestamps? --no-follow --only-log-lines --kubeconfig:!HIGH ${ASKING}`,
    match: ['stern web', 'stern -l app=web --tail 10', 'kubetail web -n dev'],
    notMatch: ['stern --kubeconfig /tmp/x .', 'stern --unheard-of x'],
  },
];
