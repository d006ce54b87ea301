// Which hosts no website has. Made from platform/clients/websites.py by `make contracts`.

/** The most characters of an address. */
export const MOST = 2000

/** A label of a host name, and its last one. */
export const LABEL = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/
export const TOP = /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/

/** Last labels that mean something only inside one network. */
export const LOCAL: readonly string[] = [
  'arpa',
  'corp',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localhost',
  'onion',
]

/** Networks whose addresses are never public. */
export const NETWORKS: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/127',
  '100::/64',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  '64:ff9b:1::/48',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
]
