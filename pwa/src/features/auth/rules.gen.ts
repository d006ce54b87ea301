// What the server requires of the email address of an account, from platform/accounts/validation.py.
// `make contracts` generates this file (platform/config/typescript.py).

/** The most characters of an address. */
export const EMAIL_MAX = 255 as const

/** An address in lower case. */
export const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
