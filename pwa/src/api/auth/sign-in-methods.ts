// Which ways of signing in this installation offers, as the sign-in service says; remembered for the next visit.
import { recall, remember } from '../../lib/storage'
import { askServer } from '../server-fetch'

export interface Offers {
  google: boolean
  /** Some company's people sign in at their own provider. */
  company: boolean
  /** A further way of signing in may be linked to an account. */
  linking: boolean
  /** Codes can come by text message. */
  texts: boolean
}

const KEY = 'offers'
const NONE: Offers = { google: false, company: false, linking: false, texts: false }

/** As they were known at the last visit: nothing jumps when the answer is the same. */
export function knownOffers(): Offers {
  const known = recall(KEY) ?? ''
  return { google: known.includes('g'), company: known.includes('c'), linking: known.includes('l'), texts: known.includes('t') }
}

/** Asks the service; what was known when it does not answer. */
export async function askForOffers(): Promise<Offers> {
  try {
    const response = await askServer(`${location.origin}/auth/v1/settings`, { cache: 'no-store' })
    const offers = response.ok ? offersOf(await response.json()) : knownOffers()
    remember(KEY, Object.entries(offers).map(([name, on]) => (on ? name.charAt(0) : '')).join('') || null)
    return offers
  } catch {
    return knownOffers()
  }
}

type Said = { external?: { google?: unknown }; sso_enabled?: unknown; manual_linking_enabled?: unknown; sms_provider?: unknown }

function offersOf(settings: unknown): Offers {
  if (typeof settings !== 'object' || settings === null) return NONE
  const said: Said = settings
  return {
    google: said.external?.google === true,
    company: said.sso_enabled === true,
    linking: said.manual_linking_enabled === true,
    texts: typeof said.sms_provider === 'string' && said.sms_provider !== '',
  }
}
