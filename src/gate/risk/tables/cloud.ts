import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, HELP, type Subcommand } from './each.ts';

const AWS =
  '--profile: --region: --output: --query: --no-cli-pager --no-paginate --no-sign-request --color: --debug --cli-connect-timeout: --cli-read-timeout: --cli-binary-format: --no-cli-auto-prompt --endpoint-url:u!HIGH --no-verify-ssl!HIGH --ca-bundle:r!HIGH --cli-input-json:!HIGH --cli-input-yaml:!HIGH --cli-auto-prompt';

const AWS_READ = `${AWS} --max-items: --page-size: --starting-token: --filters: --filter: --names: --name: --ids: --id: --instance-ids: --image-ids: --owners: --vpc-ids: --subnet-ids: --group-ids: --group-names: --volume-ids: --snapshot-ids: --key-names: --bucket: --key: --prefix: --delimiter: --max-keys: --table-name: --index-name: --key-condition-expression: --expression-attribute-values: --expression-attribute-names: --projection-expression: --filter-expression: --limit: --no-scan-index-forward --function-name: --qualifier: --log-group-name: --log-group-name-prefix: --log-stream-name: --log-stream-names: --log-stream-name-prefix: --filter-pattern: --start-time: --end-time: --order-by: --descending --start-from-head --stack-name: --stack-status-filter: --logical-resource-id: --change-set-name: --cluster: --clusters: --cluster-name: --services: --service: --service-name: --tasks: --task-definition: --family: --family-prefix: --status: --desired-status: --repository-name: --repository-names: --image-ids: --registry-id: --db-instance-identifier: --db-cluster-identifier: --hosted-zone-id: --start-record-name: --start-record-type: --queue-url: --queue-name-prefix: --attribute-names: --topic-arn: --resource-arn: --resource-arns: --resource-id: --load-balancer-arn: --load-balancer-arns: --target-group-arn: --target-group-arns: --listener-arn: --auto-scaling-group-names: --namespace: --metric-name: --dimensions: --statistics: --period: --alarm-names: --state-value: --policy-arn: --role-name: --user-name: --group-name: --version-id: --scope --scope: --only-attached --path-prefix: --secret-id: --key-id: --alias-name: --rest-api-id: --api-id: --state-machine-arn: --execution-arn: --status-filter: --pipeline-name: --build-ids: --ids: --project-name: --distribution-id: --certificate-arn: --user-pool-id: --identifier: --type: --account-id: --time-period: --granularity: --metrics: --group-by: --dry-run --include-shadow --show-cache-node-info --nodegroup-name: --addon-name: --parameter-filters: --path: --recursive --human-readable --summarize --request-payer: --help!SAFE`;

const FROM_FILE = {
  pattern: /^(fileb?|https?):\/\//,
  risk: 'HIGH',
  reason: 'sends the content of a file',
} as const;
const reads: Subcommand = {
  risk: 'LOW',
  network: true,
  operands: 'text',
  options: AWS_READ,
  dangerousText: FROM_FILE,
};
// What they print often holds passwords that somebody put there in the clear.
const careful: Subcommand = { ...reads, risk: 'MEDIUM' };
const service = (operations: string, withCare = 'help'): Subcommand => ({
  options: AWS,
  subcommands: { ...each(operations, reads), ...each(withCare, careful), help: { operands: 'none' } },
  otherwise: 'HIGH',
  network: true,
});

const NO_UNDO = {
  pattern:
    /^(delete|terminate|remove|destroy|purge|deregister|detach|revoke|disable|cancel|reset|deprovision|schedule-key-deletion|put-bucket-policy|put-bucket-acl|put-user-policy|put-role-policy|attach-(user|role|group)-policy|create-(access-key|login-profile|user)|update-(assume-role-policy|login-profile|access-key)|add-user-to-group|authorize-security-group-ingress|modify-instance-attribute|get-secret-value|batch-get-secret-value|get-password-data|get-session-token|get-federation-token|get-login-password|get-authorization-token|execute-command|start-session|send-command|decrypt|generate-data-key)(-[a-z0-9-]+)?$|^(assume-role|export-|restore-|reboot-|get-credentials)|^--with-decryption$/,
  risk: 'CRITICAL',
  reason: 'cannot be undone, shows secrets or gives rights away',
} as const;

const AWS_SERVICES: Readonly<Record<string, Subcommand>> = {
  ec2: service(
    'describe-instances, describe-instance-status, describe-instance-types, describe-images, describe-vpcs, describe-subnets, describe-security-groups, describe-security-group-rules, describe-volumes, describe-snapshots, describe-key-pairs, describe-regions, describe-availability-zones, describe-addresses, describe-route-tables, describe-internet-gateways, describe-nat-gateways, describe-network-interfaces, describe-network-acls, describe-tags, describe-vpc-endpoints, describe-vpc-peering-connections, describe-launch-templates, describe-launch-template-versions, describe-account-attributes, describe-spot-price-history, describe-transit-gateways, describe-flow-logs, get-console-output',
  ),
  sts: service('get-caller-identity, get-access-key-info'),
  s3api: service(
    'list-buckets, list-objects, list-objects-v2, list-object-versions, list-multipart-uploads, head-object, head-bucket, get-bucket-location, get-bucket-policy, get-bucket-policy-status, get-bucket-acl, get-bucket-tagging, get-bucket-versioning, get-bucket-encryption, get-bucket-lifecycle-configuration, get-bucket-cors, get-bucket-logging, get-bucket-website, get-bucket-notification-configuration, get-public-access-block, get-object-acl, get-object-tagging, get-object-attributes',
  ),
  lambda: service(
    'list-functions, get-function-concurrency, get-policy, list-aliases, list-versions-by-function, list-event-source-mappings, list-layers, list-layer-versions, list-tags, get-account-settings',
    'get-function, get-function-configuration',
  ),
  ecs: service(
    'list-clusters, list-services, list-tasks, list-task-definitions, list-container-instances, describe-clusters, describe-services, describe-tasks, describe-container-instances, list-task-definition-families',
  ),
  ecr: service(
    'describe-repositories, describe-images, list-images, get-repository-policy, describe-image-scan-findings, get-lifecycle-policy',
  ),
  eks: service(
    'list-clusters, describe-cluster, list-nodegroups, describe-nodegroup, list-addons, describe-addon, list-fargate-profiles, list-updates',
  ),
  rds: service(
    'describe-db-instances, describe-db-clusters, describe-db-snapshots, describe-db-cluster-snapshots, describe-events, describe-db-parameter-groups, describe-db-parameters, describe-db-subnet-groups, describe-db-engine-versions, describe-db-log-files, describe-pending-maintenance-actions',
  ),
  logs: {
    options: AWS,
    subcommands: {
      ...each(
        'describe-log-groups, describe-log-streams, get-log-events, filter-log-events, get-query-results, describe-queries, describe-metric-filters, start-query',
        reads,
      ),
      tail: {
        risk: 'LOW',
        network: true,
        operands: 'text',
        options: `${AWS_READ} --since: --follow --format:`,
      },
    },
    otherwise: 'HIGH',
    network: true,
  },
  cloudwatch: service(
    'list-metrics, get-metric-statistics, get-metric-data, describe-alarms, describe-alarm-history, list-dashboards, get-dashboard',
  ),
  cloudformation: service(
    'list-stacks, describe-stacks, describe-stack-events, describe-stack-resources, describe-stack-resource, list-stack-resources, get-template, get-template-summary, list-exports, list-imports, list-change-sets, describe-change-set, validate-template, describe-stack-drift-detection-status',
  ),
  dynamodb: service(
    'list-tables, describe-table, describe-time-to-live, list-tags-of-resource, describe-limits, list-backups, query, scan, get-item',
  ),
  sqs: service(
    'list-queues, get-queue-url, get-queue-attributes, list-queue-tags, list-dead-letter-source-queues',
  ),
  sns: service('list-topics, list-subscriptions, list-subscriptions-by-topic, get-topic-attributes'),
  route53: service(
    'list-hosted-zones, list-hosted-zones-by-name, get-hosted-zone, list-resource-record-sets, list-health-checks, get-change',
  ),
  elbv2: service(
    'describe-load-balancers, describe-target-groups, describe-target-health, describe-listeners, describe-rules, describe-tags',
  ),
  autoscaling: service(
    'describe-auto-scaling-groups, describe-auto-scaling-instances, describe-launch-configurations, describe-policies, describe-scaling-activities',
  ),
  batch: service(
    'describe-jobs, describe-job-queues, describe-job-definitions, describe-compute-environments, list-jobs',
  ),
  // Who may do what: every change is a change of rights.
  iam: {
    options: AWS,
    subcommands: each(
      'list-users, list-roles, list-groups, list-policies, get-user, get-role, get-policy, get-policy-version, list-attached-role-policies, list-attached-user-policies, list-role-policies, get-role-policy, get-account-summary, list-account-aliases, simulate-principal-policy',
      reads,
    ),
    otherwise: 'CRITICAL',
    network: true,
  },
  ssm: service(
    'describe-parameters, describe-instance-information, list-commands, list-documents, describe-document',
    'get-parameter, get-parameters, get-parameters-by-path',
  ),
  secretsmanager: service('list-secrets, describe-secret'),
  kms: service('list-keys, list-aliases, describe-key, get-key-policy, get-key-rotation-status'),
  acm: service('list-certificates, describe-certificate'),
  cloudfront: service('list-distributions, get-distribution, get-distribution-config, list-invalidations'),
  cloudtrail: service('describe-trails, get-trail-status, lookup-events, list-trails'),
  events: service('list-rules, describe-rule, list-targets-by-rule, list-event-buses'),
  stepfunctions: service(
    'list-state-machines, describe-state-machine, list-executions, describe-execution, get-execution-history',
  ),
  apigateway: service('get-rest-apis, get-resources, get-stages, get-deployments'),
  apigatewayv2: service('get-apis, get-routes, get-stages, get-integrations'),
  codebuild: service(
    'list-projects, batch-get-builds, list-builds, list-builds-for-project, batch-get-projects',
  ),
  codepipeline: service('list-pipelines, get-pipeline, get-pipeline-state, list-pipeline-executions'),
  elasticache: service('describe-cache-clusters, describe-replication-groups, describe-events'),
  kinesis: service('list-streams, describe-stream, describe-stream-summary'),
  athena: service(
    'list-work-groups, list-databases, list-table-metadata, get-query-execution, get-query-results, list-query-executions',
  ),
  glue: service('get-databases, get-tables, get-table, get-jobs, get-job-runs, list-jobs'),
  ce: service('get-cost-and-usage, get-cost-forecast, get-dimension-values'),
  organizations: service('describe-organization, list-accounts, list-roots'),
  s3: {
    options: AWS,
    subcommands: {
      ls: { risk: 'LOW', network: true, operands: 'text', options: AWS_READ },
      ...each('cp, sync', {
        risk: 'HIGH',
        network: true,
        operands: 'copy',
        options: `${AWS_READ} --exclude: --include: --dryrun --quiet --acl:!CRITICAL --grants:!CRITICAL --storage-class: --delete!CRITICAL --exact-timestamps --size-only --no-progress --content-type: --cache-control: --metadata: --sse? --expected-size: --only-show-errors`,
      }),
      presign: { risk: 'HIGH', network: true, operands: 'text', options: AWS_READ },
      ...each('rm, rb, mv', { risk: 'CRITICAL', network: true, operands: 'text', options: AWS_READ }),
    },
    otherwise: 'HIGH',
    network: true,
  },
};

/** AWS: what only reads is listed, and everything else asks. */
export const aws: readonly ProgramRule[] = [
  {
    names: 'aws awslocal',
    risk: 'LOW',
    options: `${AWS} --version!SAFE`,
    dangerousText: NO_UNDO,
    subcommands: {
      ...AWS_SERVICES,
      ...each('help', { operands: 'text' }),
      ...each('configure list, configure list-profiles, configure get region', {
        risk: 'LOW',
        options: AWS,
        operands: 'text',
      }),
      ...each('configure, sso', {
        risk: 'CRITICAL',
        options: AWS,
        operands: 'text',
        reason: 'changes or shows credentials',
      }),
    },
    otherwise: 'HIGH',
    network: true,
    match: [
      'aws sts get-caller-identity',
      'aws s3 ls',
      'aws s3 ls s3://b/p --recursive',
      'aws ec2 describe-instances --region eu-west-1 --query x --output table',
      'aws --profile dev ecs list-clusters',
      'aws logs tail /aws/lambda/x --follow',
      'aws cloudformation describe-stacks --stack-name x',
    ],
    notMatch: [
      'aws s3 cp a s3://b',
      'aws s3 rm s3://b --recursive',
      'aws ec2 terminate-instances --instance-ids i-1',
      'aws iam create-user --user-name x',
      'aws secretsmanager get-secret-value --secret-id x',
      'aws ssm get-parameter --name x --with-decryption',
      'aws configure',
      'aws ec2 run-instances',
      'aws lambda invoke x',
      'aws ec2 describe-instances --endpoint-url http://x',
    ],
  },
  {
    names: 'eb sam cdk cdklocal copilot serverless sls amplify chalice',
    risk: 'LOW',
    options: `${ASKING} -h!SAFE -v --profile: --region: --app:!MEDIUM -a:!MEDIUM -c: --context: --debug`,
    subcommands: {
      ...each(
        'status, list, ls, health, logs, events, doctor, docs, metadata, notices, info, print, validate, help, version',
        {
          risk: 'LOW',
          network: true,
          operands: 'text',
          options: `-v --verbose --long -l -t: --template:r --stack-name: -n: --name: --tail --stage: -s: --region: --profile: --json -f: --function: ${HELP}`,
        },
      ),
      ...each('build, synth, synthesize, diff, package, local invoke', {
        risk: 'MEDIUM',
        network: true,
        operands: 'text',
        options: `-t:r --template:r -o:w --output:w --profile: --stage: --use-container -q --quiet ${HELP}`,
      }),
      ...each('destroy, terminate, delete, remove, deploy, deploy --force, rollback, bootstrap', {
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
      }),
    },
    otherwise: 'HIGH',
    network: true,
    match: ['cdk list', 'sam validate', 'eb status', 'serverless info'],
    notMatch: ['cdk deploy', 'cdk destroy', 'sam deploy', 'sls remove', 'cdk synth', 'eb ssh'],
  },
];
