// Redeems the code of the callback URL once, however often the screen renders, and clears it from the URL.
import { redeem } from '../remote'
import { type Purpose, type Return, returnOf } from './rules'

export type CameBack =
  | { is: 'in'; purpose: Purpose }
  /** The link is valid, but another browser requested it. */
  | { is: 'elsewhere'; purpose: Purpose }
  | (Return & { is: 'half-done' | 'refused' })

let coming: Promise<CameBack> | null = null

/** Returns one shared promise per page load, because each email link or provider loads the page anew. */
export function comeBack(): Promise<CameBack> {
  coming ??= take(returnOf(new URL(location.href)))
  return coming
}

async function take(found: Return): Promise<CameBack> {
  // Remove the code from the URL, so that a reload does not retry it and nobody copies it from the screen.
  history.replaceState(history.state, '', location.pathname)
  if (found.is !== 'code') return found
  const { purpose } = found
  const refusal = await redeem(found.code)
  if (refusal === null) return { is: 'in', purpose }
  const { code, message } = refusal
  // A sign-up's email also has a typed code, which works in any browser.
  const isElsewhere = code === NO_VERIFIER || (purpose === 'signup' && code === 'bad_code_verifier')
  return isElsewhere ? { is: 'elsewhere', purpose } : { is: 'refused', message, code, purpose }
}

const NO_VERIFIER = 'pkce_code_verifier_not_found'
