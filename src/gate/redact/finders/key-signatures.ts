/**
 * How the base64 of an unencrypted or encrypted private key begins, by the fixed bytes of its encoding:
 * PKCS#1, PKCS#8 (RSA, EC, Ed25519, encrypted), SEC1, OpenSSH. Certificates and public keys begin differently.
 */
export const KEY_SIGNATURES = [
  'MII[A-Za-z0-9+/]{3}IBAA[JK]',
  'MII[A-Za-z0-9+/]{3}IBADANBgkq',
  'MII[A-Za-z0-9+/]{3}BXBgkqhkiG9w0BBQ0w',
  'MI[GH][A-Za-z0-9+/]AgEAMB[AIM]GByqGSM49',
  'MHcCAQEEI',
  'MIGkAgEBBD',
  'MIHcAgEBBEI',
  'MC[4-9]CAQAwBQYDK2Vw',
  'b3BlbnNzaC1rZXktdjE',
];

/** What each of them has in it, literally. */
export const SIGNATURE_PARTS = [
  'IBAA',
  'IBADANBgkq',
  'BXBgkqhkiG9w0BBQ0w',
  'GByqGSM49',
  'MHcCAQEEI',
  'MIGkAgEBBD',
  'MIHcAgEBBEI',
  'CAQAwBQYDK2Vw',
  'b3BlbnNzaC1rZXktdjE',
];

/** The base64 of "-----BEGIN "; what follows must be decoded to tell a key from a certificate. */
export const ENCODED_BEGIN = 'LS0tLS1CRUdJTi';

export const isEncodedPrivateKey = (base64: string): boolean =>
  Buffer.from(base64.slice(0, 64), 'base64').toString('latin1').includes('PRIVATE KEY');
