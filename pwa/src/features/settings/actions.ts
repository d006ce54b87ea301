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

export type Saved =
  | { is: 'saved' }
  | { is: 'needs-current-password' }
  | { is: 'needs-code' }
  | { is: 'wrong'; wrong: FormError }

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
}: NewPassword): Promise<Saved> {
  const problem = passwordProblem(password, confirmPassword)
  if (problem !== null) return { is: 'wrong', wrong: problem }
  const error = await remote.changePassword(password, current, nonce)
  if (error === null) return { is: 'saved' }
  if (error.code === 'current_password_required') return { is: 'needs-current-password' }
  if (error.code === 'reauthentication_needed') {
    const mailError = await remote.emailNonce()
    // A code that was emailed just before is still valid.
    if (mailError === null || remote.secondsToWait(mailError) !== null) return { is: 'needs-code' }
    return { is: 'wrong', wrong: problemOf(mailError) }
  }
  return { is: 'wrong', wrong: problemOf(error) }
}

/** The server accepts a proof for ten minutes; one minute is left for the action itself. */
const PROVED_FOR_MS = 9 * 60_000

export async function hasRecentProof(): Promise<boolean> {
  return serverNow() - (await remote.lastProofTime()) < PROVED_FOR_MS
}

export async function confirmIdentity(
  proof: { current_password: string } | { nonce: string },
): Promise<FormError | null> {
  if ('nonce' in proof && proof.nonce === '')
    return { message: 'Enter the code from the email', field: 'code' }
  if ('current_password' in proof && proof.current_password === '')
    return { message: 'Password is required', field: 'current' }
  const error = await remote.reauthenticate(proof)
  return error && problemOf(error)
}

/**
 * The server's minimum pause between two emails. During the pause its error contains the seconds that remain.
 */
const PAUSE_S = 60

/**
 * Emails a code. Resolves to the seconds until the next one is possible; during the pause the last code is
 * still valid.
 */
export async function sendIdentityCode(): Promise<{ wait: number } | { wrong: FormError }> {
  const mailError = await remote.emailNonce()
  const wait = mailError === null ? PAUSE_S : remote.secondsToWait(mailError)
  return mailError !== null && wait === null ? { wrong: problemOf(mailError) } : { wait: wait ?? PAUSE_S }
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

/** A name that no factor has yet. The server requires unique names. */
function uniqueName(baseName: string, taken: readonly remote.Factor[]): string {
  const names = new Set(taken.map(({ name }) => name))
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
  const answer = await enroll(baseName)
  if (!('authError' in answer) || answer.authError.code !== 'mfa_factor_name_conflict') return answer
  return enroll(`${baseName} ${Math.floor(Math.random() * 900) + 100}`)
}

export async function startApp(
  factors: readonly remote.Factor[],
): Promise<{ app: remote.NewApp } | { wrong: FormError }> {
  const answer = await enrollNamed(uniqueName('Authenticator app', factors), (name) =>
    remote.enrollApp(name, PRODUCT_NAME),
  )
  return 'value' in answer ? { app: answer.value } : { wrong: problemOf(answer.authError) }
}

export async function confirmApp(id: string, code: string): Promise<FormError | null> {
  if (code === '') return { message: 'Enter the code', field: 'code' }
  const error = await remote.verifyApp(id, code)
  // An app generates its codes, so the user cannot request another one.
  if (error?.code === 'mfa_verification_failed')
    return { message: 'This code is wrong. Enter the one that the app shows now.', field: 'code' }
  return error && problemOf(error)
}

/** Enrolls a phone and sends its first text message. */
export async function startPhone(
  phone: string,
  factors: readonly remote.Factor[],
): Promise<{ id: string; challenge: string } | { wrong: FormError }> {
  const number = phone.replace(/[\s().-]/g, '')
  if (!/^\+[1-9]\d{6,14}$/.test(number))
    return {
      wrong: { message: 'Enter the number with its country code, like +1 555 010 0100', field: 'phone' },
    }
  const enrolled = await enrollNamed(uniqueName(`Phone ${number.slice(-4)}`, factors), (name) =>
    remote.enrollPhone(name, number),
  )
  if ('authError' in enrolled) return { wrong: problemOf(enrolled.authError) }
  const challenged = await remote.challenge(enrolled.value)
  if ('authError' in challenged) {
    await remote.removeFactor(enrolled.value, false)
    return { wrong: problemOf(challenged.authError) }
  }
  return { id: enrolled.value, challenge: challenged.id }
}

export async function confirmPhone(id: string, challenge: string, code: string): Promise<FormError | null> {
  if (code === '') return { message: 'Enter the code', field: 'code' }
  const error = await remote.verify(id, challenge, code)
  return error && problemOf(error)
}

/** Cancels an unfinished enrollment. If the request fails, the server deletes it later. */
export function cancelEnrollment(factorId: string): void {
  void remote.removeFactor(factorId, false)
}

function problemOf({ code, message }: { code: string | null; message: string }): FormError {
  return { message, field: FIELD_OF[code ?? ''] ?? null }
}

/**
 * Emails the code. Resolves to its recipient, to null if the last code is still valid, or to the error text.
 */
export async function sendEraseCode(): Promise<{ sentTo: string | null } | { problem: string }> {
  const answer = await remote.emailEraseCode()
  if ('value' in answer) return { sentTo: answer.value.sent_to }
  return remote.secondsToWait(answer.authError) === null
    ? { problem: answer.authError.message }
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
