// Network calls for sign-in and sign-up.
import type { GoTrueClient } from '@supabase/auth-js'

import { NOT_VERIFIED, type Refusal } from '../../api/auth/error-text'
import { type Outcome, tried } from '../../api/auth/call-library'
import type { FieldName, Values } from './rules'

export { askForOffers, knownOffers } from '../../api/auth/sign-in-methods'
export { secondsToWait } from '../../api/auth/error-text'

export type Answer =
  | { is: 'signed-in' }
  /** `sent`: whether an email was just sent. */
  | { is: 'confirm-email'; email: string; sent: boolean }
  | { is: 'refused'; message: string; field: FieldName | null }

/** Kind of a mailed code: for a new account, a sign-in without a password, or a forgotten password. */
export type CodeKind = 'signup' | 'email' | 'recovery'

/** The auth library stores the session and notifies the app. The result only controls the form. */
export async function signIn(values: Values): Promise<Answer> {
  const email = values.email.trim()
  const refusal = await tried(async (client) => (await client.signInWithPassword({ email, password: values.password })).error)
  if (refusal?.code === 'email_not_confirmed') return { is: 'confirm-email', email, sent: false }
  return refusal === null ? { is: 'signed-in' } : refused(refusal)
}

export async function signUp(values: Values): Promise<Answer> {
  const { refusal, confirms } = await askSignUp(values)
  if (refusal !== null) return refused(refusal)
  return confirms ? { is: 'confirm-email', email: values.email.trim(), sent: true } : { is: 'signed-in' }
}

/** Mails another code by repeating the sign-up, because only a sign-up's own code keeps its password. */
export async function repeatSignUp(values: Values): Promise<Outcome> {
  return (await askSignUp(values)).refusal
}

/** `confirms`: there is no session yet, because the user has to confirm the email address first. */
async function askSignUp(values: Values): Promise<{ refusal: Outcome; confirms: boolean }> {
  const email = values.email.trim()
  const outcome = { confirms: false }
  const refusal = await tried(async (client) => {
    const { data, error } = await client.signUp({
      email,
      password: values.password,
      options: {
        data: { full_name: values.fullName.trim(), company_name: values.companyName.trim() },
        emailRedirectTo: wayBack('signup'),
      },
    })
    outcome.confirms = data.session === null
    return error
  })
  return { refusal, confirms: outcome.confirms }
}

/** Mails a code and a link. The result does not reveal whether the address has an account. */
export function sendCode(kind: CodeKind, email: string): Promise<Outcome> {
  return tried(async (client) => {
    if (kind === 'signup') {
      return (await client.resend({ type: 'signup', email, options: { emailRedirectTo: wayBack('signup') } })).error
    }
    if (kind === 'recovery') return (await client.resetPasswordForEmail(email, { redirectTo: wayBack('recovery') })).error
    const { error } = await client.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo: wayBack('email') } })
    return error?.code === 'otp_disabled' ? null : error
  })
}

export function verifyCode(kind: CodeKind, email: string, token: string): Promise<Outcome> {
  return tried(async (client) => {
    const proof = { code_verifier: await (await import('../../api/auth/code-verifier')).codeVerifier() }
    const { data, error } = await client.verifyOtp({ type: kind, email, token, ...proof })
    return error ?? (data.session === null ? new Error(NOT_VERIFIED) : null)
  })
}

/** `nonce` is a mailed code, or "" until the server requires one. */
export function setPassword(password: string, nonce: string): Promise<Outcome> {
  return tried(async (client) => (await client.updateUser({ password, ...(nonce !== '' && { nonce }) })).error)
}

/** Redirects to Google, which redirects back to /auth/callback. */
export function leaveForGoogle(): Promise<Outcome> {
  return leave((client) => client.signInWithOAuth({ provider: 'google', options: { redirectTo: wayBack('google'), skipBrowserRedirect: true } }))
}

/** Redirects to the identity provider of the company that has this domain. */
export function leaveForCompany(domain: string): Promise<Outcome> {
  return leave((client) => client.signInWithSSO({ domain, options: { redirectTo: wayBack('company'), skipBrowserRedirect: true } }))
}

/** Exchanges the code of a callback URL for a session. */
export function redeem(code: string): Promise<Outcome> {
  return tried(async (client) => (await client.exchangeCodeForSession(code)).error)
}

/** The redirect URL for emails and providers, with the purpose as `for`. */
function wayBack(from: string): string {
  return `${location.origin}/auth/callback?for=${from}`
}

async function leave(ask: (client: GoTrueClient) => Promise<{ data: { url?: string | null } | null; error: unknown }>): Promise<Outcome> {
  return tried(async (client) => {
    const { data, error } = await ask(client)
    if (data?.url) location.assign(data.url)
    return error
  })
}

const FIELD_OF: Record<string, FieldName> = {
  weak_password: 'password',
  user_already_exists: 'email',
  email_exists: 'email',
  email_address_invalid: 'email',
  email_address_not_authorized: 'email',
}

function refused({ code, message }: Refusal): Answer {
  return { is: 'refused', message, field: FIELD_OF[code ?? ''] ?? null }
}
