// The sign-in methods that the auth service reports for this installation, stored for the next visit.
import { recall, remember } from '../../lib/storage'
import { askServer } from '../server-fetch'

export interface Offers {
  google: boolean
  /** Users of some companies sign in at their company's identity provider. */
  company: boolean
  /** A further sign-in method may be linked to an account. */
  linking: boolean
  /** Codes can come by text message. */
  texts: boolean
}

const KEY = 'offers'
const NONE: Offers = { google: false, company: false, linking: false, texts: false }

/** The methods of the last visit. Nothing moves on the screen if the response is the same. */
export function knownOffers(): Offers {
  const known = recall(KEY) ?? ''
  return { google: known.includes('g'), company: known.includes('c'), linking: known.includes('l'), texts: known.includes('t') }
}

/** Fetches the methods; returns those of the last visit if the service does not respond. */
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
