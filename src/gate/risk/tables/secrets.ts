import type { ProgramRule } from '../programs/program-rule.ts';
import { ASKING, byOperand, each, HELP } from './each.ts';

// Of a certificate only what is public is printed, and a file that is none is not printed at all: a `.pem` here is
// looked at, not read.
const X509 =
  '-in:l -inform: -noout -text -fingerprint -serial -startdate -enddate -dates -subject -issuer -nameopt: -certopt: -dateopt: -email -hash -subject_hash -subject_hash_old -issuer_hash -issuer_hash_old -ext: -ocspid -ocsp_uri -purpose -pubkey -modulus -checkend: -checkhost: -checkemail: -checkip: -alias -sha1 -sha256 -sha384 -sha512 -md5 -out:w -outform: -nocert -verify -CAfile:l -CApath:l -untrusted:l -trusted:l -no-CAfile -no-CApath -show_chain -verbose -crl_check -print_certs -print -issuer -nextupdate -lastupdate -crlnumber -i -offset: -length: -strparse: -dump -passin:!HIGH -new!HIGH -x509!HIGH -req!HIGH -key:r!HIGH -signkey:r!HIGH -CA:r!HIGH -CAkey:r!HIGH -newkey:!HIGH -keyout:w!HIGH -config:r!HIGH -engine:!CRITICAL -provider:!CRITICAL -provider-path:!CRITICAL -writerand:w -reqopt: -partial_chain -policy: -attime: -x509_strict -verify_hostname: -help!SAFE';
const DIGEST =
  '-md5 -sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -sha512-256 -blake2b512 -blake2s256 -ripemd160 -c -r -hex -binary -list -out:w -hmac:!MEDIUM -mac:!MEDIUM -macopt:!MEDIUM -sign:r!HIGH -verify:r -prverify:r!HIGH -signature:r -keyform: -passin:!HIGH -sigopt: -engine:!CRITICAL -provider:!CRITICAL -provider-path:!CRITICAL -help!SAFE';
const LOADS_CODE = {
  pattern: /^-{1,2}(engine|provider|provider-path|ssl_client_engine|keygen_engine)$|^req_extensions|\.so$/,
  risk: 'CRITICAL',
  reason: 'loads a library into the program',
} as const;

const GPG =
  '-k --list-keys --list-public-keys --list-signatures --list-sigs --check-signatures --check-sigs --fingerprint -K --list-secret-keys --list-packets --verify --list-options: --with-colons --with-fingerprint --with-subkey-fingerprint --keyid-format: --no-default-keyring --keyring:r --card-status --print-md: --show-keys --no-tty --batch --status-fd: -v --verbose -q --quiet --no-auto-check-trustdb --trust-model: --homedir:!HIGH --dry-run -n -a --armor -u: --local-user: -r: --recipient: --export!MEDIUM --dump-options -o:w --output:w -e!MEDIUM --encrypt!MEDIUM -c!MEDIUM --symmetric!MEDIUM -s!HIGH --sign!HIGH -b!HIGH --detach-sign!HIGH --clear-sign!HIGH --clearsign!HIGH -d!HIGH --decrypt!HIGH --decrypt-files!HIGH --import!HIGH --import-ownertrust!HIGH --recv-keys!HIGH --receive-keys!HIGH --refresh-keys!HIGH --search-keys!HIGH --send-keys!CRITICAL --keyserver:u --generate-key!HIGH --gen-key!HIGH --full-generate-key!HIGH --quick-generate-key!HIGH --edit-key!HIGH --sign-key!HIGH --lsign-key!HIGH --change-passphrase!HIGH --generate-revocation!HIGH --delete-keys!CRITICAL --delete-secret-keys!CRITICAL --delete-secret-and-public-key!CRITICAL --export-secret-keys!CRITICAL --export-secret-subkeys!CRITICAL --export-ownertrust!MEDIUM --passphrase:!HIGH --passphrase-fd:!HIGH --passphrase-file:r!HIGH --pinentry-mode:!HIGH --options:r!CRITICAL --exec-path:!CRITICAL --agent-program:!CRITICAL --dirmngr-program:!CRITICAL --pinentry-program:!CRITICAL --photo-viewer:!CRITICAL --load-extension:!CRITICAL --server!HIGH --yes -h!SAFE';

/** Keys, certificates and password stores. */
export const secrets: readonly ProgramRule[] = [
  {
    names: 'openssl libressl',
    risk: 'LOW',
    singleDash: true,
    options: '-help!SAFE --help!SAFE -v!SAFE',
    dangerousText: LOADS_CODE,
    subcommands: {
      ...each('version, help, list, ciphers, errstr, info, speed, prime', {
        singleDash: true,
        risk: 'LOW',
        operands: 'text',
        options:
          '-a -b -o -f -p -r -d -e -m -c -v -V -s -tls1 -tls1_2 -tls1_3 -stdname -psk -commands -digest-commands -cipher-commands -digest-algorithms -cipher-algorithms -public-key-algorithms -elapsed -evp: -seconds: -bits: -generate -hex -configdir -enginesdir -modulesdir -help!SAFE',
      }),
      ...each('x509, req, crl, verify', { singleDash: true, risk: 'LOW', operands: 'list', options: X509 }),
      ...each('asn1parse, pkcs7, ocsp, crl2pkcs7', {
        singleDash: true,
        risk: 'LOW',
        operands: 'read',
        options: `${X509} -in:r`,
      }),
      ...each('dgst, md5, sha1, sha224, sha256, sha384, sha512, sha3-256', {
        singleDash: true,
        risk: 'LOW',
        operands: 'read',
        options: DIGEST,
      }),
      rand: { singleDash: true, risk: 'LOW', operands: 'text', options: '-hex -base64 -out:w -help!SAFE' },
      base64: { singleDash: true, risk: 'LOW', operands: 'none', options: '-in:r -out:w -d -e -A -a' },
      ...each('s_client, s_time', {
        singleDash: true,
        risk: 'MEDIUM',
        network: true,
        operands: 'url',
        options:
          '-connect:u -host:u -port: -servername: -showcerts -brief -quiet -ign_eof -tls1 -tls1_1 -tls1_2 -tls1_3 -no_tls1 -no_tls1_1 -no_tls1_2 -no_tls1_3 -CAfile:r -CApath:l -verify: -verify_return_error -verify_hostname: -starttls: -status -state -debug -msg -tlsextdebug -alpn: -cipher: -ciphersuites: -curves: -groups: -4 -6 -crlf -prexit -reconnect -sess_out:w -sess_in:r -keylogfile:w!HIGH -msgfile:w -cert:r!HIGH -key:r!HIGH -proxy:u!HIGH -unix:!HIGH -engine:!CRITICAL -nocommands -no_ticket -help!SAFE',
      }),
      ...each(
        'enc, pkey, rsa, ec, dsa, pkcs8, pkcs12, genrsa, genpkey, gendsa, dhparam, ecparam, ca, cms, smime, pkeyutl, rsautl, s_server, passwd, storeutl, ts, spkac, kdf, mac, rehash, cmp, engine, srp',
        {
          singleDash: true,
          risk: 'HIGH',
          operands: 'text',
          options:
            '-in:r -out:w -inform: -outform: -pubin -pubout -noout -text -des3 -aes256 -aes-256-cbc -aes-128-cbc -d -e -a -A -base64 -pbkdf2 -iter: -salt -nosalt -k: -K: -iv: -pass: -passin: -passout: -kfile:r -nodes -noenc -nocerts -nokeys -clcerts -export -inkey:r -certfile:r -name: -algorithm: -pkeyopt: -genkey -param_enc: -check -rand: -engine:!CRITICAL -provider:!CRITICAL -accept:!CRITICAL -port:!CRITICAL -key:r -cert:r -WWW!CRITICAL -HTTP!CRITICAL -www!CRITICAL -apr1 -1 -5 -6 -help!SAFE',
        },
      ),
    },
    otherwise: 'HIGH',
    match: [
      'openssl version',
      'openssl x509 -in cert.crt -noout -text',
      'openssl dgst -sha256 a.txt',
      'openssl rand -hex 32',
      'openssl ciphers -v',
      'openssl verify -CAfile ca.crt a.crt',
    ],
    notMatch: [
      'openssl enc -in /etc/shadow',
      'openssl req -engine ./x.so',
      'openssl s_client -connect example.com:443',
      'openssl pkey -in a.key',
      'openssl s_server -accept 80',
      'openssl x509 -in ~/.ssh/x',
      'openssl dgst -sign a.key x',
      'openssl rsa -in k.pem',
    ],
  },
  {
    names: 'gpg gpg2 gpgv gpgsm',
    risk: 'LOW',
    operands: 'read',
    options: `${GPG} ${ASKING}`,
    match: [
      'gpg --list-keys',
      'gpg --verify a.sig a.tar.gz',
      'gpg --version',
      'gpg -k',
      'gpg --fingerprint me',
    ],
    notMatch: [
      'gpg -d x.gpg',
      'gpg --export-secret-keys',
      'gpg --import x',
      'gpg --delete-keys x',
      'gpg --options /tmp/x -k',
      'gpg -o ~/.bashrc --export',
      'gpg --unheard-of',
    ],
  },
  {
    names: 'ssh-keygen',
    risk: 'LOW',
    // Without one of the reading options a key is made or changed.
    isInterpreter: true,
    stopAtOperand: false,
    options:
      '-l!SAFE -L!SAFE -F:!SAFE -B!SAFE -Q!SAFE -v -q -E: -f:r -r: -t:!HIGH -b: -a: -C: -N:!HIGH -P:!HIGH -m: -O: -p!HIGH -c!HIGH -y!HIGH -e!MEDIUM -i!MEDIUM -A!CRITICAL -R:!HIGH -H!HIGH -D:!CRITICAL -w:!CRITICAL -K!HIGH -M:!HIGH -s:r!HIGH -I:!HIGH -h -n: -V: -z: -k!HIGH -u!HIGH -Y:!HIGH -U!HIGH -Z:',
    match: ['ssh-keygen -l -f key.pub', 'ssh-keygen -lf key.pub', 'ssh-keygen -F github.com'],
    notMatch: [
      'ssh-keygen -t ed25519',
      'ssh-keygen',
      'ssh-keygen -D ./x.so',
      'ssh-keygen -y -f ~/.ssh/id_rsa',
      'ssh-keygen -R host',
      'ssh-keygen -lf ~/.ssh/id_rsa',
    ],
  },
  {
    names: 'ssh-add ssh-keyscan',
    risk: 'LOW',
    isInterpreter: true,
    stopAtOperand: false,
    options:
      '-l!SAFE -L!SAFE -q -v -E: -T:r -d!HIGH -D!HIGH -x!HIGH -X!HIGH -s:!CRITICAL -e:!HIGH -S:!CRITICAL -P:!CRITICAL -t: -c -k!HIGH -K!HIGH -H -p: -4 -6 -f:r -a:!HIGH',
    match: ['ssh-add -l', 'ssh-add -L'],
    notMatch: [
      'ssh-add',
      'ssh-add ~/.ssh/id_rsa',
      'ssh-add -D',
      'ssh-add -s ./x.so',
      'ssh-keyscan github.com',
    ],
  },
  {
    names: 'ssh-agent',
    risk: 'LOW',
    operands: 'command',
    options: '-c -s -d -D -t: -E: -k!MEDIUM -a:!HIGH -P:!CRITICAL -O:!HIGH',
    match: ['ssh-agent', 'ssh-agent -s', 'ssh-agent ls'],
    notMatch: [
      'ssh-agent -k',
      'ssh-agent rm -rf src',
      'ssh-agent -P /tmp/x.so',
      "ssh-agent sh -c 'rm -rf src'",
    ],
  },
  {
    names: 'ssh-copy-id certbot acme.sh mkcert step easyrsa cfssl keychain gnome-keyring-daemon secret-tool',
    ...byOperand,
    otherwise: 'CRITICAL',
    bare: 'HIGH',
    risk: 'HIGH',
    options: `${ASKING} -i:r -p: -o:!CRITICAL -f -n -h!SAFE`,
    match: ['certbot', 'mkcert'],
    notMatch: ['ssh-copy-id me@host', 'certbot renew', 'mkcert -install x', 'secret-tool lookup a b'],
  },
  {
    names:
      'op bw vault pass gopass lpass keepassxc-cli doppler infisical chamber aws-vault sops age rage age-keygen berglas teller envchain',
    options: `${ASKING} -v --account: --format:`,
    dangerousText: {
      pattern:
        /^-{1,2}(address|agent-address|tls-skip-verify|ca-path|ca-cert|server|session|appdata|reveal|raw)\b/,
      risk: 'CRITICAL',
      reason: 'hands the token to another server, or shows what is kept',
    },
    subcommands: {
      ...each('ls, find', { risk: 'MEDIUM', operands: 'text' }),
      ...each(
        'status, whoami, account list, version, vault list, auth list, secrets list, policy list, help',
        {
          risk: 'LOW',
          network: true,
          operands: 'text',
          options: `--format: -format: --pretty --json -output: ${HELP}`,
        },
      ),
    },
    otherwise: 'CRITICAL',
    bare: 'MEDIUM',
    risk: 'LOW',
    network: true,
    match: ['vault status', 'op whoami', 'bw status', 'op account list'],
    notMatch: [
      'vault read secret/x',
      'vault kv get secret/x',
      'op read op://a/b/c',
      'bw get password x',
      'pass show x',
      'sops -d x.yaml',
      'age -d x.age',
      'op run -- env',
      'pass',
      'doppler secrets',
    ],
  },
];
