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
/** Keys and tokens, which machines make; also what Windows calls the key of a network. */
const KEYS = ['токен', 'секрет', 'トークン', 'geheimnis', 'clave', 'schlüssel', 'Key Content'];
/** Two or three characters prove nothing before something follows that gives a value. */
const SHORT_PASSWORDS = ['密码', '密碼', '口令', '암호', '비번'];
const SHORT_KEYS = ['秘密鍵', '密钥', '密鑰', '金鑰', '令牌', '토큰'];

export const FOREIGN_HINTS: readonly string[] = [...PASSWORDS, ...KEYS];
export const SHORT_FOREIGN_HINTS: readonly string[] = [...SHORT_PASSWORDS, ...SHORT_KEYS];
export const AFTER_SHORT_HINT = '：:=＝ \t"\'`是为為는은가이';

const PASSWORD_NAME = endsWithOne([...PASSWORDS, 'mot de passe', 'motdepasse'], SHORT_PASSWORDS);
const KEY_NAME = endsWithOne(KEYS, SHORT_KEYS);

/** Words are found without their first letters, which belong to the name only where they are Latin ones. */
function endsWithOne(words: readonly string[], short: readonly string[]): RegExp {
  return new RegExp(`(?:${[...words.map((word) => word.slice(1)), ...short].join('|')})$`, 'i');
}

/** What a name in another language says, if it is one. */
export function classifyForeign(name: string): 'password' | 'secret' | undefined {
  if (PASSWORD_NAME.test(name)) return 'password';
  return KEY_NAME.test(name) ? 'secret' : undefined;
}

/** What stands between the name and the value in a sentence. */
export const FOREIGN_IS =
  /[ \t]+(?:es|est|ist|lautet|è|é|är|er|jest|je|van|on|olarak|adalah|là|это)[ \t]*:?[ \t]+|[ \t]+[-–—][ \t]+|[ \t]*(?:是|为|為|は|는|은|가|이)[ \t]*[:：]?[ \t]*/y;

/** Signs and letters after a name that begin what is said of its value. */
export const FOREIGN_SIGNS = '：＝是为為は는은가이–—';
