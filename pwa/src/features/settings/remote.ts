// Requests of the settings tabs; all of them need the network now.
import type { GoTrueClient } from '@supabase/auth-js'

import { auth, storedSession } from '../../api/auth/auth'
import { api, NoAnswer } from '../../api/client'
import { serverErrorOf } from '../../api/server-error'
import type { components } from '../../api/schema.gen'
import { provedAt } from '../../api/auth/auth-time'
import type { AuthError } from '../../api/auth/error-text'
import { authErrorOf } from '../../api/auth/read-error'
import { type Outcome, callLibrary } from '../../api/auth/call-library'

export { challenge, verify, verifyApp } from '../../api/auth/factors'
export { fetchSignInMethods, storedSignInMethods, type SignInMethods } from '../../api/auth/sign-in-methods'
export { secondsToWait } from '../../api/auth/error-text'
export type { Outcome }

export type Answer<T> = { value: T } | { authError: AuthError }
export type SignedInDevice = components['schemas']['DeviceOut']
export type CodesLeft = components['schemas']['CodesLeftOut']

export interface Factor {
  id: string
  type: 'totp' | 'phone'
  name: string
  /** ISO time. */
  added: string
}

/** A way to sign in. */
export interface Identity {
  id: string
  provider: string
  email: string
  used: string | null
}

/** The user's account as the sign-in service returns it. */
export interface Account {
  email: string
  /** A company manages the password, so the user cannot change it. */
  isManaged: boolean
  hasPassword: boolean
  factors: Factor[]
  identities: Identity[]
}

export const fetchAccount = (): Promise<Answer<Account>> => fromLibrary(readAccount)

async function readAccount(client: GoTrueClient): Promise<Answer<Account>> {
  const { data, error } = await client.getUser()
  if (error !== null) return { authError: authErrorOf(error) }
  const { user } = data
  const identities = (user.identities ?? []).map(
    ({ identity_id, provider, identity_data, last_sign_in_at }) => ({
      id: identity_id,
      provider,
      email: typeof identity_data?.['email'] === 'string' ? identity_data['email'] : '',
      used: last_sign_in_at ?? null,
    }),
  )
  const factors = (user.factors ?? []).flatMap(
    ({ id, status, factor_type: type, friendly_name, created_at }) =>
      status === 'verified' && (type === 'totp' || type === 'phone')
        ? [{ id, type, name: friendly_name ?? NAMES[type], added: created_at }]
        : [],
  )
  const providers = identities.map(({ provider }) => provider)
  return {
    value: {
      email: user.email ?? '',
      isManaged: providers.some((name) => name.startsWith('sso:')),
      hasPassword: providers.includes('email') && user.app_metadata['needs_password'] !== true,
      factors,
      identities,
    },
  }
}

const NAMES = { totp: 'Authenticator app', phone: 'Phone' }

/**
 * Changes the password. `current` and `nonce` (an emailed code) are only needed when the server requires
 * them.
 */
export function changePassword(password: string, current: string, nonce: string): Promise<Outcome> {
  const more = { ...(current !== '' && { current_password: current }), ...(nonce !== '' && { nonce }) }
  return callLibrary(async (client) => (await client.updateUser({ password, ...more })).error)
}

/** Proves the user's identity again, so that actions that require a recent sign-in are allowed. */
export function reauthenticate(proof: { current_password: string } | { nonce: string }): Promise<Outcome> {
  return callLibrary(async (client) => {
    const { error } = await client.updateUser(proof)
    // Refresh the token, because it contains the time of the proof.
    return error ?? (await client.refreshSession()).error
  })
}

export async function lastProofTime(): Promise<number> {
  const session = await storedSession()
  return session === null ? 0 : provedAt(session)
}

/** Emails the code that a password change may require. */
export function emailNonce(): Promise<Outcome> {
  return callLibrary(async (client) => (await client.reauthenticate()).error)
}

export interface NewApp {
  id: string
  /** The QR code as a URL. */
  qr: string
  secret: string
}

export function enrollApp(name: string, issuer: string): Promise<Answer<NewApp>> {
  return fromLibrary(async (client) => {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer })
    return error === null
      ? { value: { id: data.id, qr: data.totp.qr_code, secret: data.totp.secret } }
      : { authError: authErrorOf(error) }
  })
}

export function enrollPhone(name: string, phone: string): Promise<Answer<string>> {
  return fromLibrary(async (client) => {
    const { data, error } = await client.mfa.enroll({ factorType: 'phone', friendlyName: name, phone })
    return error === null ? { value: data.id } : { authError: authErrorOf(error) }
  })
}

/**
 * Removes a factor. The server lowers the session's assurance level, so a verified one needs a new token at
 * once.
 */
export function removeFactor(factorId: string, isVerified = true): Promise<Outcome> {
  return callLibrary(async (client) => {
    const { error } = await client.mfa.unenroll({ factorId })
    return error ?? (isVerified ? (await client.refreshSession()).error : null)
  })
}

export function fetchCodesLeft(): Promise<Answer<CodesLeft>> {
  return answerOf(api.GET('/rest/v1/recovery_codes'))
}

/** Creates new codes, which replace the old ones; the server returns them only once. */
export async function createCodes(): Promise<Answer<string[]>> {
  const answer = await answerOf(api.POST('/rest/v1/recovery_codes'))
  return 'value' in answer ? { value: answer.value.codes } : answer
}

export async function fetchDevices(): Promise<Answer<SignedInDevice[]>> {
  const answer = await answerOf(api.GET('/rest/v1/sessions'))
  return 'value' in answer ? { value: answer.value.data } : answer
}

export async function endDevice(id: string): Promise<Outcome> {
  const answer = await answerOf(
    api.DELETE('/rest/v1/sessions/{session_id}', { params: { path: { session_id: id } } }),
  )
  return 'value' in answer || answer.authError.code === 'session_not_found' ? null : answer.authError
}

/** Saves the company name; resolves to 'no-client' if the user has no client row. */
export async function saveCompany(companyName: string): Promise<'saved' | 'no-client' | 'failed'> {
  const answer = await answerOf(api.PATCH('/rest/v1/clients', { body: { company_name: companyName } }))
  if ('value' in answer) return 'saved'
  return answer.authError.code === 'client_not_found' ? 'no-client' : 'failed'
}

export function endOtherDevices(): Promise<Outcome> {
  return callLibrary(async (client) => (await client.signOut({ scope: 'others' })).error)
}

/** Redirects to Google, which adds Google as a way to sign in and redirects back. */
export function linkGoogle(): Promise<Outcome> {
  return callLibrary(async (client) => {
    const options = { redirectTo: `${location.origin}/auth/callback?for=link`, skipBrowserRedirect: true }
    const { data, error } = await client.linkIdentity({ provider: 'google', options })
    if (data.url) location.assign(data.url)
    return error
  })
}

export function unlink(identityId: string): Promise<Outcome> {
  return callLibrary(async (client) => {
    const { data, error } = await client.getUserIdentities()
    const identity = data?.identities.find(({ identity_id }) => identity_id === identityId)
    return error ?? (identity === undefined ? null : (await client.unlinkIdentity(identity)).error)
  })
}

/** Returns the URL at which this session can download the user's data, valid for five minutes. */
export function createExport(): Promise<Answer<components['schemas']['ExportOut']>> {
  return answerOf(api.POST('/functions/v1/export-data'))
}

/** Emails the code that erases the account; resolves to the recipient's address. */
export function emailEraseCode(): Promise<Answer<components['schemas']['ErasureCodeOut']>> {
  return answerOf(api.POST('/functions/v1/erase-account-code'))
}

/** Erases the account. `nonce` is the emailed code. Afterwards the user no longer exists on the server. */
export async function eraseAccount(nonce: string): Promise<Outcome> {
  const call = api.POST('/functions/v1/erase-account', { body: { nonce } })
  const answer = await answerOf(
    call.then(({ error, response }) => ({ error, ...(response.ok && { data: true }) })),
  )
  return 'authError' in answer ? answer.authError : null
}

/** Deletes the session from this device, because the server has ended it. */
export function forgetSession(): Promise<Outcome> {
  return callLibrary(async (client) => (await client.signOut({ scope: 'local' })).error)
}

/** Calls the auth library. Never rejects. */
async function fromLibrary<T>(call: (client: GoTrueClient) => Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await call(await auth())
  } catch (error) {
    return { authError: authErrorOf(error) }
  }
}

async function answerOf<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<Answer<T>> {
  try {
    const { data, error } = await call
    if (data !== undefined) return { value: data }
    return { authError: serverErrorOf(error) ?? authErrorOf(error) }
  } catch (error) {
    return { authError: error instanceof NoAnswer ? NO_ANSWER : authErrorOf(error) }
  }
}

export const NO_ANSWER: AuthError = {
  code: 'no-connection',
  message: 'No connection to the server. Check your network and try again.',
}
