// Redeems the code of the callback URL once, however often the screen renders, and clears it from the URL.
import { redeem } from '../remote'
import { type Purpose, type Callback, parseCallback } from './rules'

export type CallbackResult =
  | { is: 'signed-in'; purpose: Purpose }
  /** The link is valid, but another browser requested it. */
  | { is: 'other-browser'; purpose: Purpose }
  | (Callback & { is: 'half-done' | 'rejected' })

let pending: Promise<CallbackResult> | null = null

/** Returns one promise for the whole page. That is enough, because each email link or redirect loads the page again. */
export function handleCallback(): Promise<CallbackResult> {
  pending ??= resultOf(parseCallback(new URL(location.href)))
  return pending
}

async function resultOf(callback: Callback): Promise<CallbackResult> {
  // Remove the code from the URL, so that a reload does not retry it and users do not copy it from the address bar.
  history.replaceState(history.state, '', location.pathname)
  if (callback.is !== 'code') return callback
  const { purpose } = callback
  const error = await redeem(callback.code)
  if (error === null) return { is: 'signed-in', purpose }
  const { code, message } = error
  // A sign-up's email also has a typed code, which works in any browser.
  const isOtherBrowser = code === NO_VERIFIER || (purpose === 'signup' && code === 'bad_code_verifier')
  return isOtherBrowser ? { is: 'other-browser', purpose } : { is: 'rejected', message, code, purpose }
}

const NO_VERIFIER = 'pkce_code_verifier_not_found'
