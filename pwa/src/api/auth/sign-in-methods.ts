// The sign-in methods that the auth service reports for this installation, stored for the next visit.
import { recall, remember } from '../../lib/storage'
import { serverFetch } from '../server-fetch'

export interface SignInMethods {
  google: boolean
  /** Users of some companies sign in at their company's identity provider. */
  company: boolean
  /** A further sign-in method may be linked to an account. */
  linking: boolean
  /** Codes can come by text message. */
  texts: boolean
}

const KEY = 'offers'
const NONE: SignInMethods = { google: false, company: false, linking: false, texts: false }

/** The methods of the last visit. Nothing moves on the screen if the response is the same. */
export function storedSignInMethods(): SignInMethods {
  const stored = recall(KEY) ?? ''
  return {
    google: stored.includes('g'),
    company: stored.includes('c'),
    linking: stored.includes('l'),
    texts: stored.includes('t'),
  }
}

/** Fetches the methods; returns those of the last visit if the service does not respond. */
export async function fetchSignInMethods(): Promise<SignInMethods> {
  try {
    const response = await serverFetch(`${location.origin}/auth/v1/settings`, { cache: 'no-store' })
    const methods = response.ok ? methodsOf(await response.json()) : storedSignInMethods()
    remember(
      KEY,
      Object.entries(methods)
        .map(([name, on]) => (on ? name.charAt(0) : ''))
        .join('') || null,
    )
    return methods
  } catch {
    return storedSignInMethods()
  }
}

type AuthSettings = {
  external?: { google?: unknown }
  sso_enabled?: unknown
  manual_linking_enabled?: unknown
  sms_provider?: unknown
}

function methodsOf(settings: unknown): SignInMethods {
  if (typeof settings !== 'object' || settings === null) return NONE
  const values: AuthSettings = settings
  return {
    google: values.external?.google === true,
    company: values.sso_enabled === true,
    linking: values.manual_linking_enabled === true,
    texts: typeof values.sms_provider === 'string' && values.sms_provider !== '',
  }
}
