import { isPlaceholder } from '../values/placeholders.ts';
import { looksRandom } from '../values/randomness.ts';
import type { TokenFormat } from './format.ts';

/** Payment and commerce. */
export const PAYMENT_FORMATS: readonly TokenFormat[] = [
  {
    name: 'Stripe, Clerk, ElevenLabs',
    prefixes: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'sk_org_live_'],
    body: /[A-Za-z0-9_]{10,}/,
    match: ['sk_live_<24>', 'sk_test_<99>', 'rk_live_<24>'],
    notMatch: ['sk_live_...', 'sk_test_xxxxxxxxxxxxxxxxxxxxxxxx'],
  },
  {
    name: 'Stripe webhook and Svix',
    prefixes: ['whsec_'],
    body: /[A-Za-z0-9+/=]{24,}/,
    match: ['whsec_<32>', 'whsec_<64h>'],
    notMatch: ['whsec_xxx', 'whsec_test'],
  },
  {
    name: 'ElevenLabs',
    prefixes: ['sk_'],
    body: /[0-9a-f]{48}(?![A-Za-z0-9])/,
    notAfter: '_-',
    match: ['sk_<48h>'],
    notMatch: ['sk_<12h>', 'task_<48h>'],
  },
  {
    name: 'Shopify',
    prefixes: ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shpua_', 'shptka_', 'atkn_'],
    body: /[a-fA-F0-9]{32,}/,
    match: ['shpat_<32h>', 'shpca_<32h>', 'shppa_<32h>', 'shpss_<32h>'],
    notMatch: ['shpat_<8h>'],
  },
  {
    name: 'Square',
    prefixes: ['sq0atp-', 'sq0csp-', 'sq0idp-', 'sandbox-sq0csb-'],
    body: /[A-Za-z0-9_-]{22,}/,
    match: ['sq0atp-<22w>', 'sq0csp-<43w>'],
    notMatch: ['sq0atp-<5>'],
  },
  {
    name: 'Square access token',
    prefixes: ['EAAA'],
    body: /[A-Za-z0-9_-]{60}(?![A-Za-z0-9+/=_-])/,
    notAfter: '+/_-',
    isWordless: true,
    match: ['EAAA<60w>'],
    notMatch: ['EAAA<30>', 'EAAA<70>'],
  },
  {
    name: 'PayPal and Braintree',
    prefixes: ['access_token$production$', 'access_token$sandbox$'],
    body: /[a-z0-9]{16}\$[0-9a-f]{32}/,
    match: ['access_token$production$<16b>$<32h>'],
    notMatch: ['access_token$production$'],
  },
  {
    name: 'Razorpay, Flutterwave, Duffel, Shippo, EasyPost, Paddle, Polar',
    prefixes: [
      'rzp_live_',
      'rzp_test_',
      'FLWSECK_TEST-',
      'FLWSECK-',
      'duffel_live_',
      'duffel_test_',
      'shippo_live_',
      'shippo_test_',
      'EZAK',
      'EZTK',
      'pdl_live_apikey_',
      'polar_oat_',
    ],
    body: /[A-Za-z0-9_-]{14,}/,
    notAfter: '_-+/',
    match: ['rzp_live_<14>', 'FLWSECK_TEST-<32h>-X', 'duffel_live_<43w>', 'shippo_live_<40h>', 'EZAK<54>'],
    notMatch: ['rzp_live_<6>', 'EZAK'],
  },
  {
    name: 'GoCardless, Lob, Plaid',
    prefixes: ['live_', 'test_', 'access-production-', 'access-development-', 'access-sandbox-'],
    body: /[A-Za-z0-9_-]{24,}/,
    notAfter: '_-',
    check: (body) => looksRandom(body, { shortest: 24 }) && !isPlaceholder(body),
    match: ['live_<35h>', 'live_<40w>', 'access-sandbox-<8h>-<4h>-<4h>-<4h>-<12h>'],
    notMatch: [
      'test_it_handles_nested_values_v2',
      'live_reload_enabled',
      'test_getUserByIdReturns404NotFound',
    ],
  },
];
