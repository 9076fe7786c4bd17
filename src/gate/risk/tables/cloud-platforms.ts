import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, group, HELP, type Subcommand } from './each.ts';

const GCLOUD = `--project: --account: --format: --filter: --limit: --sort-by: --page-size: --region: --zone: --zones: --regions: --location: --uri --quiet -q --verbosity: --flatten: --configuration: --log-http --billing-project: --cluster: --repository: --instance: --service: --namespace: --platform: --user-output-enabled? --trace-token: --folder: --organization: --keyring: --freshness: --order: --flags-file:r!HIGH --impersonate-service-account:!HIGH --access-token-file:r!HIGH -h!SAFE ${HELP}`;
const reads: Subcommand = { risk: 'LOW', network: true, operands: 'text', options: GCLOUD };

/** A family of resources of which `list` and `describe` only read. */
const resource = (more = ''): Subcommand => ({
  options: GCLOUD,
  subcommands: {
    ...each(`list, describe, get-iam-policy${more}`, reads),
    ...each('delete, remove-iam-policy-binding, set-iam-policy, add-iam-policy-binding', {
      risk: 'CRITICAL',
      network: true,
      operands: 'text',
    }),
  },
  otherwise: 'HIGH',
  network: true,
});

const AZ = `--subscription: -o: --output: --query: --only-show-errors --verbose --debug -g: --resource-group: -n: --name: -l: --location: --ids: --all --tag: --account-name: --server: --vault-name: --namespace: --plan: --show-details -d --top: --start-time: --end-time: --resource: --assignee: --scope: --workspace: --include-inherited --registry: --repository: -r: --cluster-name: --show-own --detail -h!SAFE --help!SAFE`;
const azReads: Subcommand = { risk: 'LOW', network: true, operands: 'text', options: AZ };
const azResource: Subcommand = {
  options: AZ,
  subcommands: {
    ...each(
      'list, show, list-locations, exists, show-usage, list-skus, list-sizes, list-ip-addresses, get-instance-view',
      azReads,
    ),
    ...each('delete, purge', { risk: 'CRITICAL', network: true, operands: 'text' }),
  },
  otherwise: 'HIGH',
  network: true,
};

const LISTING = `--format: --no-header -o: --output: --json --text --page: --per-page: --region: --tag-name: --selector: -l: --sort: -v --verbose --quiet -h!SAFE ${HELP}`;

/** Google, Azure, and those who rent machines. */
export const cloudPlatforms: readonly ProgramRule[] = [
  {
    names: 'gcloud',
    risk: 'LOW',
    options: `${GCLOUD} --version!SAFE`,
    subcommands: {
      ...each(
        'version, info, help, topic, config list, config get, config get-value, auth list, components list, feedback',
        { ...reads, operands: 'text' },
      ),
      ...each(
        'projects, organizations, services, secrets, functions, deployments, folders, domains, alpha, beta',
        resource(),
      ),
      ...each(
        'config configurations, compute instances, compute disks, compute networks, compute firewall-rules, compute addresses, compute zones, compute regions, compute images, compute machine-types, compute instance-groups, compute instance-templates, compute backend-services, compute forwarding-rules, compute url-maps, compute ssl-certificates, compute snapshots, compute routers, container clusters, container node-pools, container images, run services, run revisions, run jobs, run regions, sql instances, sql databases, sql backups, app services, app versions, app instances, pubsub topics, pubsub subscriptions, dns managed-zones, dns record-sets, storage buckets, iam roles, iam service-accounts, artifacts repositories, artifacts docker, builds triggers, redis instances, scheduler jobs, tasks queues, kms keyrings, kms keys, spanner instances, bigtable instances, dataproc clusters, endpoints services, filestore instances, memcache instances, monitoring dashboards, logging logs, logging sinks, logging metrics, certificate-manager certificates',
        resource(', log, list-tags, get-server-config'),
      ),
      builds: {
        options: GCLOUD,
        subcommands: each('list, describe, log', reads),
        otherwise: 'HIGH',
        network: true,
      },
      ...each('logging read, storage ls, storage du, app logs', reads),
      ...each('auth, config, compute ssh, compute scp, compute reset-windows-password, sql connect', {
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
        reason: 'changes or shows credentials, or opens a shell elsewhere',
      }),
    },
    dangerousText: {
      pattern:
        /^(access|print-access-token|print-identity-token|get-credentials|application-default|keys|set-iam-policy|add-iam-policy-binding|delete|ssh|disable|undelete)$/,
      risk: 'CRITICAL',
      reason: 'cannot be undone, shows secrets or gives rights away',
    },
    otherwise: 'HIGH',
    network: true,
    match: [
      'gcloud config list',
      'gcloud compute instances list',
      'gcloud projects list --format=json',
      'gcloud run services describe x --region europe-west1',
      'gcloud logging read "x" --limit 10',
      'gcloud auth list',
    ],
    notMatch: [
      'gcloud compute instances delete x',
      'gcloud auth print-access-token',
      'gcloud secrets versions access latest --secret=x',
      'gcloud compute ssh x',
      'gcloud run deploy x',
      'gcloud config set project x',
      'gcloud projects delete x',
    ],
  },
  {
    names: 'gsutil bq',
    risk: 'LOW',
    options: `-m -q -D -o:!HIGH -i:!HIGH --project_id: --format: --location: --dataset_id: --bigqueryrc:r!HIGH -h: ${ASKING}`,
    subcommands: {
      ...each('ls, du, stat, version, help, hash, show, head', {
        risk: 'LOW',
        network: true,
        operands: 'text',
        options: '-l -a -L -b -r -R -p: -d -h -c -e -s -m -n: --max_results: --schema --format: -j',
      }),
      ...each('cat, query, extract, cp, rsync, mb, mv, setmeta, rewrite, signurl, load, insert, mk, update', {
        risk: 'HIGH',
        network: true,
        operands: 'copy',
        options:
          '-r -R -n -d!CRITICAL -a:!CRITICAL -z: -j: -L:w -c -m -u: --use_legacy_sql? --dry_run --max_rows: --format:',
      }),
      ...each('rm, rb, acl, defacl, iam, config, hmac, kms', {
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
      }),
    },
    otherwise: 'HIGH',
    network: true,
    match: ['gsutil ls', 'gsutil ls -l gs://b', 'gsutil du -s gs://b', 'bq ls', 'bq show d.t'],
    notMatch: [
      'gsutil rm -r gs://b',
      'gsutil cp a gs://b',
      'gsutil iam ch x gs://b',
      'bq rm d.t',
      'gsutil -o x=y ls',
    ],
  },
  {
    names: 'az',
    risk: 'LOW',
    options: `${AZ} --version!SAFE`,
    subcommands: {
      ...each(
        'version, account show, account list, account list-locations, group list, group show, group exists, resource list, resource show, config get, cloud list, cloud show, extension list, feedback, find',
        azReads,
      ),
      ...each(
        'webapp log, functionapp log, containerapp logs',
        group({ reads: 'tail, show', options: AZ, otherwise: 'HIGH', network: true }),
      ),
      ...each(
        'vm, vmss, disk, snapshot, webapp, functionapp, appservice plan, aks, acr, acr repository, storage account, storage container, storage blob, network vnet, network nsg, network public-ip, network lb, network nic, sql server, sql db, postgres server, postgres flexible-server, mysql server, cosmosdb, redis, keyvault, identity, monitor metrics, monitor activity-log, deployment group, deployment sub, containerapp, container, servicebus namespace, eventhubs namespace, advisor recommendation, group deployment, pipelines, repos, devops project, boards, role assignment, role definition',
        azResource,
      ),
      ...each(
        'login, logout, account get-access-token, account set, account clear, ad, role, keyvault secret, keyvault key, acr credential, acr login, aks get-credentials, vm run-command, vm delete, group delete, ssh, config set, rest, webapp ssh, functionapp keys, cosmosdb keys',
        {
          risk: 'CRITICAL',
          network: true,
          operands: 'text',
          reason: 'cannot be undone, shows secrets or gives rights away',
        },
      ),
    },
    otherwise: 'HIGH',
    network: true,
    dangerousText: {
      pattern:
        /^(keys|list-keys|get-access-token|get-credentials|run-command|delete|purge|(show-|list-)?connection-strings?|credential|invoke|generate-sas)$/,
      risk: 'CRITICAL',
      reason: 'cannot be undone, shows secrets or gives rights away',
    },
    match: [
      'az account show',
      'az vm list -o table',
      'az group list',
      'az aks show -g x -n y',
      'az webapp list --query x',
    ],
    notMatch: [
      'az group delete -n x',
      'az login',
      'az keyvault secret show --name x',
      'az vm create',
      'az account get-access-token',
      'az storage blob delete',
      'az rest --method post',
    ],
  },
  {
    names: 'doctl hcloud linode-cli scw ibmcloud oci vultr-cli',
    risk: 'LOW',
    options: `${LISTING} --version!SAFE -t:!HIGH --access-token:!HIGH --api-url:u!HIGH --context: -c: --config:r!HIGH`,
    subcommands: {
      ...each(
        'version, help, account, balance, region, regions, invoice, plan, target, context',
        group({ reads: 'get, list, ls, active', options: LISTING, otherwise: 'HIGH', network: true }),
      ),
      ...each(
        'compute droplet, compute region, compute size, compute image, compute volume, compute domain, compute firewall, compute load-balancer, compute ssh-key, kubernetes cluster, databases, apps, projects, registry, vpcs, server, network, volume, image, ssh-key, firewall, load-balancer, linodes, instance',
        group({
          reads: 'list, ls, get, describe, view, logs',
          options: LISTING,
          otherwise: 'HIGH',
          network: true,
        }),
      ),
      ...each('auth, compute ssh, iam, login, session-manager', {
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
      }),
    },
    otherwise: 'HIGH',
    network: true,
    dangerousText: {
      pattern: /^(delete|rm|destroy|kubeconfig|ssh|connection|reset-password|credentials)$/,
      risk: 'CRITICAL',
      reason: 'cannot be undone or shows secrets',
    },
    match: [
      'doctl account get',
      'doctl compute droplet list',
      'hcloud server list',
      'doctl databases list --format Name',
    ],
    notMatch: [
      'doctl compute droplet delete x',
      'doctl auth init',
      'hcloud server delete x',
      'doctl compute droplet create x',
      'doctl kubernetes cluster kubeconfig save x',
    ],
  },
];
