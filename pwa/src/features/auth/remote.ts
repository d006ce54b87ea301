// Network calls for sign-in and sign-up.
import type { GoTrueClient } from '@supabase/auth-js'

import { NOT_VERIFIED, type AuthError } from '../../api/auth/error-text'
import { type Outcome, callLibrary } from '../../api/auth/call-library'
import type { FieldName, Values } from './rules'

export { fetchSignInMethods, storedSignInMethods } from '../../api/auth/sign-in-methods'
export { secondsToWait } from '../../api/auth/error-text'

export type AuthResult =
  | { is: 'signed-in' }
  /** `isSent` is true if an email was just sent. */
  | { is: 'confirm-email'; email: string; isSent: boolean }
  | { is: 'rejected'; message: string; field: FieldName | null }

/** Kind of a mailed code: for a new account, a sign-in without a password, or a forgotten password. */
export type CodeKind = 'signup' | 'email' | 'recovery'

/** The auth library stores the session and notifies the app. The result only controls the form. */
export async function signIn(values: Values): Promise<AuthResult> {
  const email = values.email.trim()
  const error = await callLibrary(
    async (client) => (await client.signInWithPassword({ email, password: values.password })).error,
  )
  if (error?.code === 'email_not_confirmed') return { is: 'confirm-email', email, isSent: false }
  return error === null ? { is: 'signed-in' } : errorResult(error)
}

export async function signUp(values: Values): Promise<AuthResult> {
  const { signUpError, needsConfirmation } = await requestSignUp(values)
  if (signUpError !== null) return errorResult(signUpError)
  return needsConfirmation
    ? { is: 'confirm-email', email: values.email.trim(), isSent: true }
    : { is: 'signed-in' }
}

/** Mails another code by repeating the sign-up, because only a sign-up's own code keeps its password. */
export async function repeatSignUp(values: Values): Promise<Outcome> {
  return (await requestSignUp(values)).signUpError
}

/** With `needsConfirmation` there is no session yet, because the user has to confirm the email address first. */
async function requestSignUp(values: Values): Promise<{ signUpError: Outcome; needsConfirmation: boolean }> {
  const email = values.email.trim()
  const outcome = { needsConfirmation: false }
  const signUpError = await callLibrary(async (client) => {
    const { data, error } = await client.signUp({
      email,
      password: values.password,
      options: {
        data: { full_name: values.fullName.trim(), company_name: values.companyName.trim() },
        emailRedirectTo: redirectUrl('signup'),
      },
    })
    outcome.needsConfirmation = data.session === null
    return error
  })
  return { signUpError, needsConfirmation: outcome.needsConfirmation }
}

/** Mails a code and a link. The result does not reveal whether the address has an account. */
export function sendCode(kind: CodeKind, email: string): Promise<Outcome> {
  return callLibrary(async (client) => {
    if (kind === 'signup') {
      return (
        await client.resend({ type: 'signup', email, options: { emailRedirectTo: redirectUrl('signup') } })
      ).error
    }
    if (kind === 'recovery')
      return (await client.resetPasswordForEmail(email, { redirectTo: redirectUrl('recovery') })).error
    const { error } = await client.signInWithOtp({
      email,
      options: { shouldCreateUser: false, emailRedirectTo: redirectUrl('email') },
    })
    return error?.code === 'otp_disabled' ? null : error
  })
}

export function verifyCode(kind: CodeKind, email: string, token: string): Promise<Outcome> {
  return callLibrary(async (client) => {
    const proof = { code_verifier: await (await import('../../api/auth/code-verifier')).codeVerifier() }
    const { data, error } = await client.verifyOtp({ type: kind, email, token, ...proof })
    return error ?? (data.session === null ? new Error(NOT_VERIFIED) : null)
  })
}

/** Redirects to Google, which redirects back to /auth/callback. */
export function redirectToGoogle(): Promise<Outcome> {
  return redirectToProvider((client) =>
    client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: redirectUrl('google'), skipBrowserRedirect: true },
    }),
  )
}

/** Redirects to the identity provider of the company that has this domain. */
export function redirectToCompany(domain: string): Promise<Outcome> {
  return redirectToProvider((client) =>
    client.signInWithSSO({
      domain,
      options: { redirectTo: redirectUrl('company'), skipBrowserRedirect: true },
    }),
  )
}

/** Exchanges the code of a callback URL for a session. */
export function redeem(code: string): Promise<Outcome> {
  return callLibrary(async (client) => (await client.exchangeCodeForSession(code)).error)
}

/** The redirect URL for emails and identity providers. Its query parameter `for` is the purpose. */
function redirectUrl(purpose: string): string {
  return `${location.origin}/auth/callback?for=${purpose}`
}

async function redirectToProvider(
  requestUrl: (client: GoTrueClient) => Promise<{ data: { url?: string | null } | null; error: unknown }>,
): Promise<Outcome> {
  return callLibrary(async (client) => {
    const { data, error } = await requestUrl(client)
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

function errorResult({ code, message }: AuthError): AuthResult {
  return { is: 'rejected', message, field: FIELD_OF[code ?? ''] ?? null }
}
