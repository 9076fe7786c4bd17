import { expect, test } from 'vitest';
import { readExample, seeded } from '../formats/expand-example.ts';
import { createRedactor } from '../redactor.ts';

const redact = createRedactor({});
/** Seeds whose letters look like chance; about one in three hundred short ones does not. */
const SEEDS = [3, 5, 11, 17];

const COMMANDS = [
  'setx API_KEY «<32>»',
  '::add-mask::«<20>»',
  'java -Ddb.password=«<12p>» -jar app.jar',
  'docker run -e POSTGRES_PASSWORD=«<16>» -d postgres',
  'docker run --env API_TOKEN=«<32>» image',
  'kubectl create secret generic db --from-literal=password=«<12p>»',
  'helm install x --set auth.password=«<12>»',
  'helm install x --set auth.rootPassword=«<12>»,auth.database=app',
  'terraform apply -var="db_password=«<12p>»"',
  'mysql://root:«<12>»@127.0.0.1/app',
  "curl -H 'Authorization: Bearer «<40>»' https://x",
  'curl -H "X-Api-Key: «<32>»" https://x',
  "curl -H 'PRIVATE-TOKEN: «<20>»' https://x",
  'curl -u bob:«<12>» https://x',
  'curl --user "bob:«<12p>»" https://x',
  'curl -ubob:«<12>» https://x',
  "curl https://x -u 'bob:«<12>»'",
  "curl -b 'session=«<40>»' https://x",
  'curl --cookie "session=«<40>»" https://x',
  'mysql -u root -p«<12>» app',
  "mysql -uroot -p'«<12>»' app",
  'mysqldump -h db -u app -p«<12>» app > dump.sql',
  'mysql --user=app --password=«<12>» app',
  'psql "host=db user=app password=«<12>» dbname=app"',
  'sshpass -p «<12>» ssh root@host',
  "sshpass -p '«<12p>»' scp x y",
  'redis-cli -h r -a «<16>» ping',
  'mongosh -u admin -p «<12>» --host db',
  'docker login -u bob -p «<16>» registry.example.com',
  'docker login --username bob --password «<16>»',
  'helm registry login -u bob -p «<16>» x',
  'echo "«<16>»" | docker login --password-stdin -u bob',
  "echo '«<12p>»' | sudo -S apt update",
  'echo "root:«<12>»" | chpasswd',
  'wget --user=bob --password=«<12>» https://x',
  'tool --token «<40>» run',
  'tool --token=«<40>» run',
  'tool --api-key «<32>»',
  'tool --api-key="«<32>»"',
  "tool --secret-key '«<32>»'",
  'tool --auth-token «<40h>» --verbose',
  'tool -password «<12>»',
  "tool --passphrase '«<16p>»'",
  'gh auth login --with-token «ghp_<36>»',
  'npm config set //npm.example.com/:_authToken «npm_<36>»',
  'npm config set //registry.example.com/:_authToken «<36>»',
  'openssl enc -aes-256-cbc -pass pass:«<12>» -in x',
  'openssl rsa -passin pass:«<12>» -in k',
  'ldapsearch -D cn=admin -w «<12>» -b dc=x',
  '7z x -p«<12>» a.7z',
  'unzip -P «<12>» a.zip',
  "CREATE USER app WITH PASSWORD '«<12p>»';",
  "ALTER ROLE app PASSWORD '«<12>»';",
  "CREATE USER 'app'@'%' IDENTIFIED BY '«<12p>»';",
  "SET PASSWORD FOR 'root'@'localhost' = PASSWORD('«<12>»');",
  'tool --password \\\n  «<12>»',
  'command: tool --password=«<12>»',
  'ConvertTo-SecureString "«<12>»" -AsPlainText -Force',
  'net user bob «<12>» /add',
  'smbclient //h/s -U bob%«<12>»',
  "curl --user kevin:'«<16>»' -iX PATCH",
  'curl -u ":«<12>»" https://localhost:9200',
  '  -u developer:«d4<14>» \\',
  "  --user 'api:«x7<14>»' \\",
  'curl -H "Authorization: Api-Token «<40h>»"',
  'curl -H "Token: «<16h>»"',
  'curl -H "X-Octopus-ApiKey: «<8h>-<4h>-<4h>-<4h>-<12h>»"',
  'curl -H "apikey: «<8h>-<4h>-<4h>-<4h>-<12h>»"',
  "curl --header  'Authorization:  «<8h>-<4h>-<4h>-<4h>-<12h>»'",
];

test.each(COMMANDS)('%s', (template) => {
  for (const seed of SEEDS) {
    const { text, masked } = readExample(template, seeded(seed));
    expect(redact(text)).toBe(masked);
  }
});
