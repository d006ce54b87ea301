// Which hosts no website has, from platform/clients/websites.py.
// `make contracts` generates this file (platform/config/typescript.py).

/** The most characters of an address. */
export const MAX_ADDRESS_LENGTH = 2000 as const

/** Last labels that mean something only inside one network. */
export const LOCAL = [
  "arpa",
  "corp",
  "home",
  "internal",
  "intranet",
  "invalid",
  "lan",
  "local",
  "localhost",
  "onion"
] as const

/** Networks whose addresses are never public. */
export const NETWORKS = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "::/127",
  "100::/64",
  "2001:db8::/32",
  "3fff::/20",
  "5f00::/16",
  "64:ff9b:1::/48",
  "fc00::/7",
  "fe80::/9",
  "ff00::/8"
] as const

/** A label of a host name. */
export const LABEL = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?$/

/** The last label of a host name. */
export const TOP = /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/
