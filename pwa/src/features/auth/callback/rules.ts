// Parses the callback URL of an email link or an identity provider. Its error texts are not shown, because an
// attacker can write such a URL; the error code selects a text from a table.
import { authText } from '../../../lib/text/auth-errors'

/** The purpose of the redirect, from the query parameter `for`. */
export type Purpose = 'signup' | 'recovery' | 'email' | 'google' | 'company' | 'link' | 'change' | null

export type Callback =
  | { is: 'code'; code: string; purpose: Purpose }
  /** Only one of the old and the new email address has confirmed the change of the address. */
  | { is: 'half-done' }
  | { is: 'rejected'; message: string; code: string | null; purpose: Purpose }

const PURPOSES = ['signup', 'recovery', 'email', 'google', 'company', 'link', 'change'] as const
const PROVIDER_PURPOSES: Purpose[] = ['google', 'company', 'link']
const DENIED = 'Authorization was denied or cancelled.'
const NO_CODE_RECEIVED = 'No authorization code received.'
const NO_ID_TOKEN = 'No ID token received'
const GOOGLE_FAILED = 'Failed to authenticate with Google.'
const NOT_PKCE = 'Not a valid PKCE flow url.'
const NO_CODE = 'No code detected.'
const NO_SESSION = 'No session defined in URL'
const LINK_EXPIRED = 'Email link is invalid or has expired'
const UNKNOWN = 'An error occurred'

/** Reads errors from query and fragment. Tokens in the fragment are rejected, because only PKCE is used. */
export function parseCallback({ searchParams, hash }: URL): Callback {
  const fragment = new URLSearchParams(hash.slice(1))
  const param = (name: string): string | null => searchParams.get(name) ?? fragment.get(name)
  const purpose = PURPOSES.find((name) => name === searchParams.get('for')) ?? null
  const errorResult = (message: string, code: string | null = null): Callback => ({
    is: 'rejected',
    message,
    code,
    purpose,
  })
  if (param('error') !== null || param('error_code') !== null) {
    const code = param('error_code')
    return errorResult(textOf(param('error'), code, param('error_description'), purpose), code)
  }
  if (param('message') !== null) return { is: 'half-done' }
  const code = searchParams.get('code')
  if (code !== null && code !== '') return { is: 'code', code, purpose }
  if (fragment.has('access_token')) return errorResult(NOT_PKCE)
  if (fragment.has('refresh_token') || fragment.has('token_type')) return errorResult(NO_SESSION)
  return errorResult(PROVIDER_PURPOSES.includes(purpose) ? NO_CODE_RECEIVED : NO_CODE)
}

function textOf(
  error: string | null,
  code: string | null,
  description: string | null,
  purpose: Purpose,
): string {
  if (code === 'bad_oauth_callback' && error === 'access_denied') return DENIED
  if (code === 'bad_oauth_callback' && description === 'OAuth callback without a code')
    return NO_CODE_RECEIVED
  if (code === 'unexpected_failure') {
    if (description?.includes('ID token') === true) return NO_ID_TOKEN
    if (purpose !== 'company') return GOOGLE_FAILED
  }
  if (code === 'otp_expired') return LINK_EXPIRED
  return authText(code, UNKNOWN)
}
