import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, each, group, HELP } from './each.ts';

const TF =
  '-no-color -json -compact-warnings -var:!MEDIUM -var-file:r -state:r -input: -lock: -lock-timeout: -parallelism: -help!SAFE -h!SAFE';
const TF_SHOW = `${TF} -id: -raw -type: -draw-cycles -module-depth: -plan:r -recursive -diff -list -test-directory: -no-tests`;

const PULUMI = `-s: --stack: -C:e --cwd:e --non-interactive --color: -v: --logflow --json -j -e --emoji -h!SAFE ${HELP}`;

/** Machines described as code. */
export const infrastructure: readonly ProgramRule[] = [
  {
    names: 'terraform tofu terragrunt',
    singleDash: true,
    options: '-chdir:e -help!SAFE -version!SAFE -v!SAFE --version!SAFE --help!SAFE',
    subcommands: {
      ...each('version, metadata functions, help', { singleDash: true, operands: 'text', options: TF }),
      ...each('validate, providers, graph, state list, workspace list, workspace show, modules', {
        singleDash: true,
        risk: 'LOW',
        operands: 'text',
        options: TF_SHOW,
      }),
      ...each('show, state show, providers schema', {
        singleDash: true,
        risk: 'LOW',
        operands: 'text',
        options: TF_SHOW,
      }),
      // These two print what is marked as sensitive in the clear.
      output: {
        singleDash: true,
        risk: 'LOW',
        operands: 'text',
        options: `${TF_SHOW} -raw!MEDIUM -json!MEDIUM`,
      },
      'state pull': { singleDash: true, risk: 'MEDIUM', operands: 'text', options: TF_SHOW },
      fmt: {
        singleDash: true,
        risk: 'LOW',
        isInterpreter: true,
        stopAtOperand: false,
        options: `-check!SAFE -write: -diff -list: -recursive ${TF}`,
      },
      ...each('plan, refresh-only, test, console, get', {
        singleDash: true,
        risk: 'MEDIUM',
        network: true,
        operands: 'text',
        options: `${TF} -out:w -target: -replace: -destroy -refresh? -refresh-only -detailed-exitcode -generate-config-out:w -filter: -verbose -update`,
      }),
      init: {
        singleDash: true,
        risk: 'MEDIUM',
        network: true,
        operands: 'text',
        options: `${TF} -upgrade!HIGH -reconfigure!HIGH -migrate-state!HIGH -force-copy!HIGH -backend? -backend-config:r!HIGH -get? -from-module:u!CRITICAL -plugin-dir:!CRITICAL -lockfile: -input?`,
      },
      ...each('workspace select, workspace new', {
        singleDash: true,
        risk: 'MEDIUM',
        operands: 'text',
        options: `${TF} -or-create`,
      }),
      ...each(
        'import, taint, untaint, refresh, state mv, state replace-provider, providers lock, providers mirror, workspace delete, 0.12upgrade',
        {
          singleDash: true,
          risk: 'HIGH',
          network: true,
          operands: 'text',
          options: `${TF} -upgrade -reconfigure -migrate-state -backend? -backend-config:r -get? -from-module:u!CRITICAL -plugin-dir:!CRITICAL -lockfile: -force!CRITICAL -platform:`,
        },
      ),
      ...each('apply, destroy, state rm, state push, force-unlock, login, logout, run-all, run, push', {
        singleDash: true,
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
        options: `${TF} -auto-approve -target: -replace: -destroy`,
        reason: 'changes real machines',
      }),
    },
    otherwise: 'HIGH',
    match: ['terraform version', 'terraform -version', 'tofu version'],
    notMatch: [
      'terraform apply',
      'terraform destroy -auto-approve',
      'terraform plan',
      'terraform init',
      'terraform state rm x',
      'terraform fmt',
      'terraform show',
      'terraform -chdir=/etc validate',
      'terraform init -plugin-dir=/tmp/x',
    ],
  },
  {
    names:
      'ansible-inventory ansible-doc ansible-lint ansible-config tflint tfsec checkov terrascan infracost yamllint',
    risk: 'LOW',
    operands: 'read',
    options: `-i:r --inventory:r --list --graph --host: -y --yaml --toml --vars -l: -t: --type: -s --snippet -j --json -p --parseable -q -v -c:r -f: --format: --fix!MEDIUM --write?!MEDIUM --strict --offline --exclude: -x: -d:l --directory:e --chdir:e --recursive --only-changed --output:w -o: --compact --quiet --soft-fail --framework: --path:l --config:e --no-color --export --vault-password-file:!HIGH --ask-vault-pass!HIGH --external-checks-dir:!HIGH --external-checks-git:!HIGH --init!HIGH -M:!HIGH --module-path:!HIGH --playbook-dir:e ${ASKING}`,
    match: ['ansible-inventory --list', 'ansible-lint site.yml', 'tflint', 'yamllint .', 'ansible-doc -l'],
    notMatch: [
      'ansible-lint --fix',
      'checkov --external-checks-dir /tmp/x',
      'ansible-inventory -i /etc/x --list',
      'tflint --init',
    ],
  },
  {
    names:
      'ansible ansible-playbook ansible-pull ansible-galaxy ansible-vault ansible-console ansible-test packer chef chef-client knife puppet salt salt-call salt-ssh cfn nomad consul boundary waypoint',
    busyNames: 'chef-client',
    options: `${ASKING} -v -C:e --cwd:e -s: --stack: --non-interactive -h!SAFE --color: --list-hosts --list-tasks --list-tags --syntax-check -i:r!MEDIUM`,
    subcommands: {
      ...each(
        'version, validate, inspect, about, whoami, stack ls, stack graph, plugin ls, plugins installed, status, node status, job status, members, catalog services, catalog nodes, list, info, help',
        {
          risk: 'LOW',
          network: true,
          operands: 'text',
          options: `-json -syntax-only -var-file:r -short -verbose --json --show-urns --show-ids -i --all -machine-readable -detailed ${HELP}`,
        },
      ),
      ...each('preview, fmt, console', { risk: 'MEDIUM', network: true, operands: 'text' }),
      ...each(
        'up, update, destroy, refresh, cancel, login, logout, stack rm, state delete, decrypt, view, edit, rekey, encrypt, job stop, job run, kv, acl, exec, config, import',
        { risk: 'CRITICAL', network: true, operands: 'text' },
      ),
    },
    otherwise: 'HIGH',
    bare: 'SAFE',
    dangerousText: {
      pattern: /^-{1,2}(http-addr|address|token|token-file|ca-file|vault-password-file)\b/,
      risk: 'HIGH',
      reason: 'hands credentials to another server',
    },
    match: ['packer --version', 'ansible --version', 'nomad --version'],
    notMatch: [
      'ansible all -m shell -a id',
      'ansible-playbook site.yml',
      'packer build x',
      'ansible-vault view x',
      'ansible-galaxy install x',
      'nomad job stop x',
    ],
  },
  {
    names: 'pulumi',
    risk: 'LOW',
    options: `${PULUMI} --version!SAFE`,
    subcommands: {
      ...each('version, about, whoami, help, gen-completion', {
        risk: 'LOW',
        operands: 'text',
        options: PULUMI,
      }),
      stack: group({
        reads: 'ls, graph, history',
        options: `${PULUMI} -i --show-ids --show-urns --show-name -a --all`,
        otherwise: 'HIGH',
        network: true,
      }),
      ...each('plugin, org, policy', group({ reads: 'ls', options: PULUMI, otherwise: 'HIGH' })),
      config: group({
        reads: 'env ls',
        options: `${PULUMI} --show-secrets!CRITICAL --path`,
        otherwise: 'HIGH',
        network: true,
      }),
      logs: { risk: 'LOW', network: true, operands: 'text', options: `${PULUMI} -f --follow --since: -r:` },
      preview: {
        risk: 'MEDIUM',
        network: true,
        operands: 'text',
        options: `${PULUMI} --diff --refresh? -t: --target: --expect-no-changes --save-plan:w -r -p: --show-secrets!CRITICAL`,
      },
      ...each('up, update, destroy, refresh, cancel, login, logout, state, import, watch', {
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
        options: PULUMI,
      }),
    },
    otherwise: 'HIGH',
    network: true,
    match: ['pulumi whoami', 'pulumi stack ls', 'pulumi stack', 'pulumi config', 'pulumi about'],
    notMatch: [
      'pulumi up',
      'pulumi destroy --yes',
      'pulumi preview',
      'pulumi config --show-secrets',
      'pulumi stack rm x',
      'pulumi config set a b',
    ],
  },
];
