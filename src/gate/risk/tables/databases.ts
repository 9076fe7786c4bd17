import { isPlainMongo } from '../languages/plain-mongo.ts';
import { isPlainQuestion } from '../languages/plain-sql.ts';
import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, byOperand, each } from './each.ts';

// What is no plain question, and every way out of the client: a shell, a file, a program on the server.
const MORE_THAN_A_QUESTION = {
  pattern:
    /\b(drop|truncate|alter|insert|update|delete|merge|grant|revoke|copy|vacuum|reindex|attach|detach|rename|import|execute|prepare|shutdown)\b|(?<!show )\bcreate\b|^\s*(call|cluster|kill|system|source|lock|do|reset|set|load|replace|start|stop|purge|flush)\s|;\s*(call|kill|system|source|lock|do|load|replace|set)\s|\binto\s+(out|dump)file\b|\\(!|\.|copy|o|w|i|ir|g\w*|lo_\w+|setenv|cd|e|ef|password|connect|c)(\s|$|\|)|^\s*\.(shell|system|sh|read|import|output|once|open|save|backup|restore|load|excel|clone|archive|ar|cd|log|recover)\b|load_extension|readfile\s*\(|writefile\s*\(|edit\s*\(|fts3_tokenizer|pg_read_|pg_write_|pg_ls_|\blo_(import|export|from_bytea|put)|dblink|pg_(terminate|cancel|reload|sleep)|xp_cmdshell|sys_exec|load_file\s*\(|pragma\s+(writable_schema|key)|\$(out|merge)\b|(dropDatabase|\.drop|delete(One|Many)|remove|insert(One|Many)?|update(One|Many)|replaceOne|bulkWrite|createIndex|dropIndex|renameCollection|shutdownServer|createUser|runCommand|adminCommand|find(One)?And\w{1,20}|\$where|eval|load|require|process)\s*[("']/i,
  risk: 'CRITICAL',
  reason: 'may change the database',
} as const;

const REDIS_READ =
  'ping echo get mget getrange strlen exists ttl pttl type keys scan randomkey dbsize info time lastsave role object memory hget hmget hgetall hkeys hvals hlen hexists hscan lrange llen lindex lpos scard smembers sismember srandmember sscan zcard zcount zrange zrangebyscore zrevrange zscore zrank zscan xlen xrange xread xinfo bitcount getbit pfcount geopos geodist slowlog latency command dump touch';
const inBothCases = (words: string): string =>
  words
    .split(' ')
    .flatMap((word) => [word, word.toUpperCase()])
    .join(', ');

const PSQL =
  '-c:q --command:q -d: --dbname: -f:r!HIGH --file:r!HIGH -l!LOW --list!LOW -v: --set: --variable: -V!SAFE -X --no-psqlrc -1 --single-transaction -a --echo-all -b --echo-errors -e --echo-queries -E --echo-hidden -L:w --log-file:w -n --no-readline -o:w --output:w -q --quiet -s --single-step -S --single-line -A --no-align --csv -F: --field-separator: -H --html -P: --pset: -R: --record-separator: -t --tuples-only -T: --table-attr: -x --expanded -z --field-separator-zero -0 --record-separator-zero -h: --host: -p: --port: -U: --username: -w --no-password -W --password';

/** Clients of databases. A question that is known to be one is LOW, any other text MEDIUM and what changes data more. */
export const databases: readonly ProgramRule[] = [
  {
    names: 'psql pgcli',
    risk: 'LOW',
    onlyAsks: isPlainQuestion,
    network: true,
    operands: 'text',
    ordersFromStdin: true,
    options: `${PSQL} ${ASKING}`,
    dangerousText: MORE_THAN_A_QUESTION,
    match: [
      'psql -l',
      "psql -c 'SELECT 1'",
      "psql -h localhost -U me -d app -c 'select count(*) from t'",
      "psql app -c '\\dt'",
      'psql -c "select * from log where action = \'delete\'"',
      "psql -At <<< 'select version();'",
    ],
    notMatch: [
      "psql -c 'DROP TABLE t'",
      "psql -c '\\! id'",
      'psql -f x.sql',
      'psql -c "COPY t TO PROGRAM \'id\'"',
      'psql -o /etc/x -l',
      'psql -c "$x"',
      "psql -c 'update t set a=1'",
      'psql',
      "psql -c 'select my_function()'",
      "psql -c 'select * from pg_shadow'",
      "psql -c '\\d `id`'",
      'psql < x.sql',
    ],
  },
  {
    names: 'mysql mariadb mycli',
    risk: 'LOW',
    onlyAsks: isPlainQuestion,
    network: true,
    operands: 'text',
    ordersFromStdin: true,
    options: `-e:q --execute:q -h: --host: -u: --user: -p? --password? -P: --port: -D: --database: -S: --socket: -B --batch -N --skip-column-names -s --silent -t --table -E --vertical -v --verbose -r --raw -X --xml -H --html -A --no-auto-rehash -f --force -q --quick -C --ssl-mode: --default-character-set: --protocol: --connect-timeout: --tee:w --pager?!CRITICAL --init-command:!HIGH --defaults-file:r!HIGH --defaults-extra-file:r!HIGH --local-infile?!HIGH --plugin-dir:!CRITICAL --default-auth:!HIGH --login-path: -V!SAFE ${ASKING}`,
    dangerousText: MORE_THAN_A_QUESTION,
    match: [
      "mysql -e 'SELECT 1'",
      "mysql -u root app -e 'show tables'",
      'mysql --version',
      "mysql -h db -e 'DESCRIBE t'",
      "mysql -e 'show create table t'",
    ],
    notMatch: [
      "mysql -e 'DROP DATABASE x'",
      "mysql -e '\\! id'",
      "mysql -e 'system id'",
      'mysql --pager=less',
      'mysql -e \'select 1 into outfile "/x"\'',
      'mysql --plugin-dir=/tmp',
      'mysql app',
      "mysql -e 'select sleep(9)'",
    ],
  },
  {
    names: 'sqlite3 sqlite litecli',
    risk: 'LOW',
    onlyAsks: isPlainQuestion,
    singleDash: true,
    operands: 'database',
    ordersFromStdin: true,
    options: `-readonly --readonly -batch -bail -csv -json -column -table -box -markdown -html -line -list -ascii -tabs -quote -header -noheader -separator: -nullvalue: -newline: -echo -stats -safe -nofollow -cmd:q -init:r!CRITICAL -A!HIGH -append -deserialize -vfs: -zip -mmap: -interactive -help!SAFE -version!SAFE ${ASKING}`,
    dangerousText: MORE_THAN_A_QUESTION,
    match: [
      "sqlite3 app.db 'select 1'",
      'sqlite3 app.db .tables',
      'sqlite3 -readonly app.db .schema',
      'sqlite3 --version',
      "sqlite3 app.db 'pragma table_info(t)' '.schema t'",
      'sqlite3 app.db .dump',
    ],
    notMatch: [
      "sqlite3 app.db 'DROP TABLE t'",
      "sqlite3 app.db '.shell id'",
      'sqlite3 /etc/x.db .tables',
      'sqlite3 app.db "select load_extension(\'x\')"',
      'sqlite3 -init x app.db',
      "sqlite3 /dev/null '.system sh'",
      'sqlite3 app.db',
      "sqlite3 app.db 'pragma journal_mode=wal'",
      'sqlite3 app.db "select [a\'] ; drop table t; select \'"',
      "sqlite3 app.db .tables '.once x'",
    ],
  },
  {
    // A text behind `from` is a file or an address to it.
    names: 'duckdb',
    risk: 'MEDIUM',
    singleDash: true,
    operands: 'database',
    ordersFromStdin: true,
    options: `-readonly -batch -bail -csv -json -column -table -box -markdown -html -line -list -ascii -header -noheader -separator: -nullvalue: -newline: -echo -stats -safe -cmd:q -init:r!CRITICAL -no-stdin -interactive -help!SAFE -version!SAFE -c:q -s:q -f:r!HIGH -ui!HIGH -unsigned!CRITICAL ${ASKING}`,
    dangerousText: MORE_THAN_A_QUESTION,
    match: ["duckdb -c 'select 42'", 'duckdb --version', "duckdb app.db -c 'select 1'"],
    notMatch: ["duckdb -c 'drop table t'", 'duckdb -unsigned app.db', "duckdb -c 'install httpfs; attach x'"],
  },
  {
    names: 'mongosh mongo',
    risk: 'LOW',
    onlyAsks: isPlainMongo,
    network: true,
    operands: 'text',
    ordersFromStdin: true,
    options: `--eval:q -f:r!HIGH --file:r!HIGH --shell!MEDIUM --host: --port: -u: --username: -p? --password? --authenticationDatabase: --quiet --json? --nodb --norc --tls --retryWrites? --apiVersion: ${ASKING}`,
    dangerousText: MORE_THAN_A_QUESTION,
    match: [
      "mongosh --eval 'db.users.countDocuments()'",
      "mongosh app --quiet --eval 'db.stats()'",
      'mongosh app --eval \'db.users.find({ name: "delete" }).limit(5)\'',
      'mongosh --version',
    ],
    notMatch: [
      "mongosh --eval 'db.dropDatabase()'",
      "mongosh --eval 'db.users.deleteMany({})'",
      'mongosh -f x.js',
      'mongosh --eval "require(\'child_process\')"',
      'mongosh app',
      'mongosh app x.js',
      "mongosh --eval 'db.t.aggregate([{ $out: 1 }])'",
    ],
  },
  {
    names: 'redis-cli valkey-cli keydb-cli',
    options: `-h:u -p: -s: -a:!MEDIUM --user: --pass:!MEDIUM --askpass -u:u!MEDIUM -r: -i: -n: -x!MEDIUM -X:!MEDIUM -c --raw --no-raw --csv --json --stat!SAFE --latency!SAFE --latency-history!SAFE --bigkeys!SAFE --memkeys!SAFE --scan!SAFE --pattern: --count: --tls --cacert:r --cert:r --key:r --no-auth-warning -t: -2 -3 -e --quoted-input --rdb:w!HIGH --functions-rdb:w!HIGH --pipe!HIGH --pipe-timeout: --eval:r!HIGH --ldb!HIGH --cluster:!HIGH --replica!HIGH -v!SAFE ${ASKING}`,
    subcommands: {
      ...each(inBothCases(REDIS_READ), { risk: 'LOW', network: true, operands: 'text', options: '-#' }),
      ...each(
        inBothCases(
          'flushall flushdb shutdown eval evalsha script module debug replicaof slaveof migrate acl function swapdb',
        ),
        { risk: 'CRITICAL', network: true, operands: 'text' },
      ),
      ...each(
        'config get, CONFIG GET, client list, CLIENT LIST, cluster info, CLUSTER INFO, cluster nodes, CLUSTER NODES',
        { risk: 'LOW', network: true, operands: 'text' },
      ),
      ...each('config, CONFIG', {
        risk: 'CRITICAL',
        network: true,
        operands: 'text',
        reason: 'changes where and what the server writes',
      }),
      ...each(
        'set, SET, incr, INCR, expire, EXPIRE, hset, HSET, lpush, LPUSH, rpush, RPUSH, sadd, SADD, zadd, ZADD, publish, PUBLISH, setex, SETEX',
        { risk: 'MEDIUM', network: true, operands: 'text' },
      ),
    },
    risk: 'LOW',
    // Without a command it takes them from the pipe.
    bare: 'MEDIUM',
    otherwise: 'HIGH',
    network: true,
    match: [
      'redis-cli ping',
      'redis-cli -h localhost get k',
      'redis-cli INFO',
      'redis-cli lrange q 0 -1',
      'redis-cli --raw keys "a*"',
      'redis-cli config get maxmemory',
    ],
    notMatch: [
      'redis-cli flushall',
      'redis-cli FLUSHDB',
      'redis-cli config set dir /root/.ssh',
      'redis-cli del k',
      'redis-cli eval "x" 0',
      'redis-cli --rdb /tmp/x ping',
      'redis-cli set a b',
    ],
  },
  {
    names: 'pg_isready',
    risk: 'LOW',
    network: true,
    operands: 'none',
    options: `-h:u --host:u -p: --port: -d: --dbname: -U: --username: -t: --timeout: -q --quiet -V!SAFE ${ASKING}`,
    match: ['pg_isready', 'pg_isready -h localhost -p 5432'],
    notMatch: ['pg_isready x', 'pg_isready --unheard-of'],
  },
  {
    names: 'pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport pg_basebackup',
    risk: 'MEDIUM',
    network: true,
    operands: 'text',
    options: `-h: --host: -p? -P: --port: -U: -u: --username: --user: -d: --dbname: --db: -t: --table: -n: --schema: -T: --exclude-table: -s --schema-only -a --data-only --no-data -c --clean -C --create -F: --format: -j: --jobs: -Z: --compress: -f:w --file:w -r:w --result-file:w -o:w --out:w --no-owner -O -x --no-privileges --no-acl --inserts --column-inserts --if-exists --single-transaction --routines --triggers --events --databases --all-databases -A -v --verbose -w --no-password -W --password? --uri: --collection: -g --globals-only --tab:w!HIGH --defaults-file:r!HIGH -D:w -V!SAFE ${ASKING}`,
    reason: 'copies a whole database',
    dangerousText: {
      pattern: /--?(compress-program|archive|plugin-dir)/,
      risk: 'HIGH',
      reason: 'hands the copy to something else',
    },
    match: ['pg_dump app', 'pg_dump -s -d app', 'mysqldump app', 'pg_dump -Fc -f backup.dump app'],
    notMatch: [
      'pg_dump -f /etc/x app',
      'mysqldump --defaults-file=/tmp/x app',
      'mysqldump --tab=/tmp/x app',
      'pg_dump app > /etc/x',
    ],
  },
  {
    names:
      'createdb createuser pg_restore mongorestore mongoimport mysqlimport initdb pg_ctl pgbench vacuumdb reindexdb clusterdb mysqld mongod redis-server postgres mysql_upgrade mysql_secure_installation influx cqlsh clickhouse sqlcmd usql cockroach etcdctl',
    risk: 'HIGH',
    network: true,
    operands: 'text',
    options: `-h: -p: -U: -d: -O: -E: -T: -e --echo -V!SAFE -v -q -c -C -j: -Fc ${ASKING}`,
    dangerousText: {
      pattern:
        /^(drop|--drop|--clean|-c|shutdown|kill|del|flush.*|--module.*|loadmodule)$|\b(drop|truncate|delete)\b/i,
      risk: 'CRITICAL',
      reason: 'deletes data',
    },
    match: ['createdb app', 'pg_restore -d app x.dump', 'initdb data'],
    notMatch: ['pg_restore --clean -d app x.dump', 'mongorestore --drop dump', 'etcdctl del x'],
  },
  {
    names: 'clickhouse-client',
    risk: 'LOW',
    onlyAsks: isPlainQuestion,
    network: true,
    operands: 'none',
    ordersFromStdin: true,
    options: `-q:q --query:q -h: --host: --port: -u: --user: --password: -d: --database: -f: --format: -E --vertical -t --time --secure -V!SAFE ${ASKING}`,
    dangerousText: MORE_THAN_A_QUESTION,
    match: ["clickhouse-client -q 'select 1'"],
    notMatch: ["clickhouse-client -q 'drop table t'", 'clickhouse-client --queries-file x.sql'],
  },
  {
    names: 'mysqladmin mariadb-admin',
    risk: 'LOW',
    options: `-h: --host: -u: --user: -p? --password? -P: --port: -S: --socket: --protocol: -s --silent -v --verbose -i: --sleep: -c: --count: -w? --wait? --connect-timeout: --defaults-file:r!HIGH --plugin-dir:!CRITICAL -V!SAFE ${ASKING}`,
    subcommands: each('status, ping, version, processlist, variables, extended-status', {
      risk: 'LOW',
      network: true,
      operands: 'none',
      options: '-h: -u: -p? -P: -i: -c: -v',
    }),
    otherwise: 'CRITICAL',
    network: true,
    match: ['mysqladmin status', 'mysqladmin -u root ping', 'mysqladmin processlist'],
    notMatch: [
      'mysqladmin drop app',
      'mysqladmin status shutdown',
      'mysqladmin create x',
      'mysqladmin -u root password x',
    ],
  },
  {
    names: 'mysqlshow mariadb-show',
    risk: 'LOW',
    network: true,
    operands: 'text',
    options: `-h: --host: -u: --user: -p? --password? -P: --port: -S: --socket: -k --keys -i --status -t --show-table-type -v --verbose --count --defaults-file:r!HIGH --plugin-dir:!CRITICAL -V!SAFE ${ASKING}`,
    match: ['mysqlshow', 'mysqlshow app', 'mysqlshow -u root app users'],
    notMatch: ['mysqlshow --plugin-dir=/tmp app', 'mysqlshow --unheard-of'],
  },
  {
    names: 'dropdb dropuser',
    ...byOperand,
    otherwise: 'CRITICAL',
    network: true,
    options: `-h: -p: -U: -e -f --force -i --if-exists --maintenance-db: -w -W ${ASKING}`,
    match: ['dropdb --help'],
    notMatch: ['dropdb app', 'dropdb --if-exists app', 'dropuser me'],
  },
];
