// What a person does on the Security tab, and what is wrong with it in the words of the form.
import type { Replica } from '../../db/schema'
import { serverNow } from '../../lib/clock'
import { PRODUCT_NAME } from '../../lib/product'
import { passwordProblem } from '../../lib/validation/password'
import * as remote from './remote'

export interface Wrong {
  message: string
  field: string | null
}

export { askAccount, askCodesLeft, askDevices, askForOffers, knownOffers } from './remote'
export { askExport, endDevice, endOtherDevices, linkGoogle, makeCodes, removeFactor, unlink } from './remote'
export type { Account, CodesLeft, Factor, Identity, NewApp, Offers, SignedInDevice } from './remote'

export interface NewPassword {
  password: string
  again: string
  /** The one until now; "" until the server asks for it. */
  current: string
  /** The mailed code; "" until the server asks for it. */
  nonce: string
}

export type Saved = { is: 'saved' } | { is: 'wants-current' } | { is: 'wants-code' } | { is: 'wrong'; wrong: Wrong }

/** Fields that a refusal is about. */
const FIELD_OF: Record<string, string> = {
  weak_password: 'password',
  same_password: 'password',
  current_password_invalid: 'current',
  reauthentication_not_valid: 'code',
  validation_failed: 'phone',
  mfa_verification_failed: 'code',
}

export async function savePassword({ password, again, current, nonce }: NewPassword): Promise<Saved> {
  const problem = passwordProblem(password, again)
  if (problem !== null) return { is: 'wrong', wrong: problem }
  const refusal = await remote.changePassword(password, current, nonce)
  if (refusal === null) return { is: 'saved' }
  if (refusal.code === 'current_password_required') return { is: 'wants-current' }
  if (refusal.code === 'reauthentication_needed') {
    const unmailed = await remote.mailNonce()
    // A code that was mailed a moment ago is still good.
    if (unmailed === null || remote.secondsToWait(unmailed) !== null) return { is: 'wants-code' }
    return { is: 'wrong', wrong: worded(unmailed) }
  }
  return { is: 'wrong', wrong: worded(refusal) }
}

/** The server's ten minutes, with one to spare for what is done meanwhile. */
const PROVED_FOR_MS = 9 * 60_000

export async function isRecentlyProved(): Promise<boolean> {
  return serverNow() - (await remote.lastProof()) < PROVED_FOR_MS
}

export async function confirmIdentity(proof: { current_password: string } | { nonce: string }): Promise<Wrong | null> {
  if ('nonce' in proof && proof.nonce === '') return { message: 'Enter the code from the e-mail', field: 'code' }
  if ('current_password' in proof && proof.current_password === '') return { message: 'Password is required', field: 'current' }
  const refusal = await remote.proveAgain(proof)
  return refusal && worded(refusal)
}

/** The server's pause between two mails; it names the rest of it itself if the former one is not over. */
const PAUSE_S = 60

/** The seconds until another code can be mailed: one that was mailed a moment ago is still good. */
export async function sendIdentityCode(): Promise<{ wait: number } | { wrong: Wrong }> {
  const unmailed = await remote.mailNonce()
  const wait = unmailed === null ? PAUSE_S : remote.secondsToWait(unmailed)
  return unmailed !== null && wait === null ? { wrong: worded(unmailed) } : { wait: wait ?? PAUSE_S }
}

export async function saveProfile(companyName: string): Promise<Wrong | null> {
  if (companyName.trim() === '') return { message: 'Company name is required', field: 'company' }
  const outcome = await remote.saveCompany(companyName.trim())
  if (outcome === 'saved') return null
  return { message: outcome === 'nobody' ? 'No client account found. Please contact support.' : 'Failed to update profile. Please try again.', field: null }
}

/** A name that none of the factors has: the server wants them apart. */
function freeName(wanted: string, taken: readonly remote.Factor[]): string {
  const names = new Set(taken.map(({ name }) => name))
  for (let number = 2; names.has(wanted); number += 1) wanted = wanted.replace(/(?: \d+)?$/, ` ${number}`)
  return wanted
}

/** One that was begun elsewhere and not finished has the name for a while: then it gets a number. */
async function named<T>(wanted: string, enroll: (name: string) => Promise<remote.Answer<T>>): Promise<remote.Answer<T>> {
  const answer = await enroll(wanted)
  if (!('refusal' in answer) || answer.refusal.code !== 'mfa_factor_name_conflict') return answer
  return enroll(`${wanted} ${Math.floor(Math.random() * 900) + 100}`)
}

export async function startApp(factors: readonly remote.Factor[]): Promise<{ app: remote.NewApp } | { wrong: Wrong }> {
  const answer = await named(freeName('Authenticator app', factors), (name) => remote.enrollApp(name, PRODUCT_NAME))
  return 'value' in answer ? { app: answer.value } : { wrong: worded(answer.refusal) }
}

export async function confirmApp(id: string, code: string): Promise<Wrong | null> {
  if (code === '') return { message: 'Enter the code', field: 'code' }
  const refusal = await remote.proveApp(id, code)
  // An app makes its codes itself, so there is no other one to ask for.
  if (refusal?.code === 'mfa_verification_failed') return { message: 'This code is wrong. Enter the one that the app shows now.', field: 'code' }
  return refusal && worded(refusal)
}

/** A new phone gets its first text message. */
export async function startPhone(phone: string, factors: readonly remote.Factor[]): Promise<{ id: string; challenge: string } | { wrong: Wrong }> {
  const number = phone.replace(/[\s().-]/g, '')
  if (!/^\+[1-9]\d{6,14}$/.test(number)) return { wrong: { message: 'Enter the number with its country code, like +1 555 010 0100', field: 'phone' } }
  const made = await named(freeName(`Phone ${number.slice(-4)}`, factors), (name) => remote.enrollPhone(name, number))
  if ('refusal' in made) return { wrong: worded(made.refusal) }
  const asked = await remote.challenge(made.value)
  if ('refusal' in asked) {
    await remote.removeFactor(made.value, false)
    return { wrong: worded(asked.refusal) }
  }
  return { id: made.value, challenge: asked.id }
}

export async function confirmPhone(id: string, challenge: string, code: string): Promise<Wrong | null> {
  if (code === '') return { message: 'Enter the code', field: 'code' }
  const refusal = await remote.prove(id, challenge, code)
  return refusal && worded(refusal)
}

/** What was begun is not wanted any more; if that is not heard, it goes by itself. */
export function giveUp(factorId: string): void {
  void remote.removeFactor(factorId, false)
}

function worded({ code, message }: { code: string | null; message: string }): Wrong {
  return { message, field: FIELD_OF[code ?? ''] ?? null }
}

/** The address that the code goes to, null if one was mailed a moment ago and is still good; or what is wrong. */
export async function sendEraseCode(): Promise<{ sentTo: string | null } | { problem: string }> {
  const answer = await remote.mailEraseCode()
  if ('value' in answer) return { sentTo: answer.value.sent_to }
  return remote.secondsToWait(answer.refusal) === null ? { problem: answer.refusal.message } : { sentTo: null }
}

/** What is wrong, or null once the person is erased; then nothing written here waits to be sent any more. */
export async function eraseEverything(replica: Replica, code: string): Promise<string | null> {
  const refusal = await remote.eraseAccount(code.trim())
  if (refusal !== null) return refusal.message
  await Promise.all([replica.outbox.clear(), replica.drafts.clear()])
  await remote.forgetSession()
  return null
}
