// A user's actions on the settings tabs, with errors as texts of the form.
import type { Replica } from '../../db/schema'
import { serverNow } from '../../lib/time/clock'
import { PRODUCT_NAME } from '../../lib/product'
import { NO_CLIENT } from '../../lib/text/client-errors'
import { passwordProblem } from '../../lib/validation/password'
import type { FormError } from '../../ui/form/use-submit'
import * as remote from './remote'

export interface NewPassword {
  password: string
  confirmPassword: string
  /** The current password; "" until the server requires it. */
  current: string
  /** The emailed code; "" until the server requires it. */
  nonce: string
}

export type PasswordResult =
  | { is: 'saved' }
  | { is: 'needs-current-password' }
  | { is: 'needs-code' }
  | { is: 'failed'; error: FormError }

/** The form field that an error code is about. */
const FIELD_OF: Record<string, string> = {
  weak_password: 'password',
  same_password: 'password',
  current_password_invalid: 'current',
  reauthentication_not_valid: 'code',
  validation_failed: 'phone',
  mfa_verification_failed: 'code',
}

export async function savePassword({
  password,
  confirmPassword,
  current,
  nonce,
}: NewPassword): Promise<PasswordResult> {
  const problem = passwordProblem(password, confirmPassword)
  if (problem !== null) return { is: 'failed', error: problem }
  const error = await remote.changePassword(password, current, nonce)
  if (error === null) return { is: 'saved' }
  if (error.code === 'current_password_required') return { is: 'needs-current-password' }
  if (error.code === 'reauthentication_needed') {
    const mailError = await remote.emailNonce()
    // A code that was emailed just before is still valid.
    if (mailError === null || remote.secondsToWait(mailError) !== null) return { is: 'needs-code' }
    return { is: 'failed', error: formErrorOf(mailError) }
  }
  return { is: 'failed', error: formErrorOf(error) }
}

/** The server accepts a proof for ten minutes. One minute is reserved for the action itself. */
const RECENT_PROOF_MS = 9 * 60_000

export async function hasRecentProof(): Promise<boolean> {
  return serverNow() - (await remote.lastProofTime()) < RECENT_PROOF_MS
}

export async function confirmIdentity(
  proof: { current_password: string } | { nonce: string },
): Promise<FormError | null> {
  if ('nonce' in proof && proof.nonce === '')
    return { message: 'Enter the code from the email', field: 'code' }
  if ('current_password' in proof && proof.current_password === '')
    return { message: 'Password is required', field: 'current' }
  const error = await remote.reauthenticate(proof)
  return error && formErrorOf(error)
}

/**
 * The server's minimum pause between two emails. During the pause its error contains the seconds that remain.
 */
const PAUSE_S = 60

/**
 * Emails a code. Resolves to the seconds until the next one is possible; during the pause the last code is
 * still valid.
 */
export async function sendIdentityCode(): Promise<{ secondsToWait: number } | { error: FormError }> {
  const mailError = await remote.emailNonce()
  const wait = mailError === null ? PAUSE_S : remote.secondsToWait(mailError)
  return mailError !== null && wait === null
    ? { error: formErrorOf(mailError) }
    : { secondsToWait: wait ?? PAUSE_S }
}

export async function saveProfile(companyName: string): Promise<FormError | null> {
  if (companyName.trim() === '') return { message: 'Company name is required', field: 'company' }
  const outcome = await remote.saveCompany(companyName.trim())
  if (outcome === 'saved') return null
  return {
    message: outcome === 'no-client' ? NO_CLIENT : 'Failed to update profile. Please try again.',
    field: null,
  }
}

/** `baseName`, with a number if a factor already has this name. The server requires unique names. */
function uniqueName(baseName: string, factors: readonly remote.Factor[]): string {
  const names = new Set(factors.map(({ name }) => name))
  for (let number = 2; names.has(baseName); number += 1)
    baseName = baseName.replace(/(?: \d+)?$/, ` ${number}`)
  return baseName
}

/**
 * Enrolls under `baseName`. Adds a random number if an unfinished enrollment on another device still has the
 * name.
 */
async function enrollNamed<T>(
  baseName: string,
  enroll: (name: string) => Promise<remote.Answer<T>>,
): Promise<remote.Answer<T>> {
  const reply = await enroll(baseName)
  if (!('authError' in reply) || reply.authError.code !== 'mfa_factor_name_conflict') return reply
  return enroll(`${baseName} ${Math.floor(Math.random() * 900) + 100}`)
}

export async function startApp(
  factors: readonly remote.Factor[],
): Promise<{ app: remote.NewApp } | { error: FormError }> {
  const reply = await enrollNamed(uniqueName('Authenticator app', factors), (name) =>
    remote.enrollApp(name, PRODUCT_NAME),
  )
  return 'value' in reply ? { app: reply.value } : { error: formErrorOf(reply.authError) }
}

export async function confirmApp(id: string, code: string): Promise<FormError | null> {
  if (code === '') return { message: 'Enter the code', field: 'code' }
  const error = await remote.verifyApp(id, code)
  // An app generates its codes, so the user cannot request another one.
  if (error?.code === 'mfa_verification_failed')
    return { message: 'This code is wrong. Enter the one that the app shows now.', field: 'code' }
  return error && formErrorOf(error)
}

/** Enrolls a phone and sends its first text message. */
export async function startPhone(
  phone: string,
  factors: readonly remote.Factor[],
): Promise<{ id: string; challenge: string } | { error: FormError }> {
  const number = phone.replace(/[\s().-]/g, '')
  if (!/^\+[1-9]\d{6,14}$/.test(number))
    return {
      error: { message: 'Enter the number with its country code, like +1 555 010 0100', field: 'phone' },
    }
  const enrollment = await enrollNamed(uniqueName(`Phone ${number.slice(-4)}`, factors), (name) =>
    remote.enrollPhone(name, number),
  )
  if ('authError' in enrollment) return { error: formErrorOf(enrollment.authError) }
  const challenge = await remote.challenge(enrollment.value)
  if ('authError' in challenge) {
    await remote.removeFactor(enrollment.value, false)
    return { error: formErrorOf(challenge.authError) }
  }
  return { id: enrollment.value, challenge: challenge.id }
}

export async function confirmPhone(id: string, challenge: string, code: string): Promise<FormError | null> {
  if (code === '') return { message: 'Enter the code', field: 'code' }
  const error = await remote.verify(id, challenge, code)
  return error && formErrorOf(error)
}

/** Cancels an unfinished enrollment. If the request fails, the server deletes it later. */
export function cancelEnrollment(factorId: string): void {
  void remote.removeFactor(factorId, false)
}

function formErrorOf({ code, message }: { code: string | null; message: string }): FormError {
  return { message, field: FIELD_OF[code ?? ''] ?? null }
}

/**
 * Emails the code. Resolves to its recipient, to null if the last code is still valid, or to the error text.
 */
export async function sendEraseCode(): Promise<{ sentTo: string | null } | { problem: string }> {
  const reply = await remote.emailEraseCode()
  if ('value' in reply) return { sentTo: reply.value.sent_to }
  return remote.secondsToWait(reply.authError) === null
    ? { problem: reply.authError.message }
    : { sentTo: null }
}

/**
 * Erases the account and deletes the outbox and drafts of this device. Resolves to the error text, or null.
 */
export async function eraseEverything(replica: Replica, code: string): Promise<string | null> {
  const error = await remote.eraseAccount(code.trim())
  if (error !== null) return error.message
  await Promise.all([replica.outbox.clear(), replica.drafts.clear()])
  await remote.forgetSession()
  return null
}
