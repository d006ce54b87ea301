// Takes the code of the address once, however often the screen is drawn, and leaves nothing of it in the history.
import { redeem } from '../remote'
import { type Purpose, type Return, returnOf } from './rules'

export type CameBack =
  | { is: 'in'; purpose: Purpose }
  /** The link was good, but this browser did not ask for it. */
  | { is: 'elsewhere'; purpose: Purpose }
  | (Return & { is: 'half-done' | 'refused' })

let coming: Promise<CameBack> | null = null

/** Mails and providers load the page anew: it comes back once. */
export function comeBack(): Promise<CameBack> {
  coming ??= take(returnOf(new URL(location.href)))
  return coming
}

async function take(found: Return): Promise<CameBack> {
  // A reload does not try a used code again, and nobody who looks over a shoulder copies it.
  history.replaceState(history.state, '', location.pathname)
  if (found.is !== 'code') return found
  const { purpose } = found
  const refusal = await redeem(found.code)
  if (refusal === null) return { is: 'in', purpose }
  const { code, message } = refusal
  // Of a sign-up the code of the same mail is good in any browser.
  const isElsewhere = code === NO_VERIFIER || (purpose === 'signup' && code === 'bad_code_verifier')
  return isElsewhere ? { is: 'elsewhere', purpose } : { is: 'refused', message, code, purpose }
}

const NO_VERIFIER = 'pkce_code_verifier_not_found'
