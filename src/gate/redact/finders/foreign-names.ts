/** A password in other languages. */
const PASSWORDS = [
  ...['kennwort', 'wachtwoord', 'contraseña', 'contrasena', 'contrasenya', 'senha', 'pasahitza'],
  ...[
    'heslo',
    'geslo',
    'hasło',
    'lozinka',
    'zaporka',
    'jelszó',
    'parola',
    "parola d'ordine",
    'parolă',
    'slaptažodis',
  ],
  ...['lösenord', 'adgangskode', 'salasana', 'lykilorð', 'şifre', 'fjalëkalim', 'kata sandi', 'mật khẩu'],
  ...[
    'пароль',
    'парола',
    'лозинка',
    'κωδικός',
    'κωδικος',
    'συνθηματικό',
    'סיסמה',
    'סיסמא',
    'كلمة المرور',
    'كلمة السر',
  ],
  ...['رمز عبور', 'گذرواژه', 'पासवर्ड', 'পাসওয়ার্ড', 'รหัสผ่าน', 'パスワード', '暗証番号', '비밀번호', '패스워드'],
];
/** Keys and tokens, which machines make. */
const KEYS = ['токен', 'секрет', 'トークン', 'geheimnis', 'clave', 'schlüssel'];
/** Two characters prove nothing before something follows that gives a value. */
const SHORT_PASSWORDS = ['密码', '密碼', '口令', '암호'];
const SHORT_KEYS = ['密钥', '令牌'];

/** What Windows calls the key of a wireless network. */
const NETWORK_KEY = 'key content';

export const FOREIGN_HINTS: readonly string[] = [...PASSWORDS, ...KEYS];
export const SHORT_FOREIGN_HINTS: readonly string[] = [...SHORT_PASSWORDS, ...SHORT_KEYS];
export const AFTER_SHORT_HINT = '：:=＝ 是为為는';

const PASSWORD_NAME = new RegExp(
  `(?:${[...PASSWORDS.map(asFound), ...SHORT_PASSWORDS, 'mot de passe', 'motdepasse'].join('|')})$`,
  'i',
);
// A slave and an enclave are no keys.
const KEY_NAME = new RegExp(
  `(?:^|[^a-z])(?:${[...KEYS.map(asFound), ...SHORT_KEYS, NETWORK_KEY].join('|')})$`,
  'i',
);

/** A name is read as far as its letters are Latin: where the first is another, it is missing. */
function asFound(word: string): string {
  return word.charCodeAt(0) < 128 ? word : word.slice(1);
}

/** What a name in another language says, if it is one. */
export function classifyForeign(name: string): 'password' | 'secret' | undefined {
  if (PASSWORD_NAME.test(name)) return 'password';
  return KEY_NAME.test(name) ? 'secret' : undefined;
}

/** A line, without the blanks at its end, that names a secret in another language and stops where its value should begin. */
export const ENDS_FOREIGN = new RegExp(
  `(?:${[...FOREIGN_HINTS, ...SHORT_FOREIGN_HINTS].join('|')})[^\\n]{0,80}[:：]$`,
  'i',
);

/** What stands between the name and the value in a sentence. */
export const FOREIGN_IS =
  /[ \t]+(?:es|est|ist|lautet|è|é|är|er|jest|je|van|on|olarak|adalah|là|to(?=[ \t]+\S*\d)|это)[ \t]*:?[ \t]+|[ \t]+[-–—][ \t]+|[ \t]*(?:是|为|為|は|는|은|가|이)[ \t]*[:：]?[ \t]*[「『“]?/y;

/** One or two words more before the colon: "mot de passe temporaire :". */
export const QUALIFIED = /[ \t]+[A-Za-zÀ-ž]{2,20}(?:[ \t]+[A-Za-zÀ-ž]{2,20})?[ \t]?[:：][ \t]+(?=\S)/y;

/** Signs and letters after a name that begin what is said of its value. */
export const FOREIGN_SIGNS = '：＝是为為は는은가이–—éèäà';
