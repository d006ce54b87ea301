// The sign-in methods that the auth service reports for this installation, stored for the next visit.
import { recall, remember } from '../../lib/storage'
import { serverFetch } from '../server-fetch'

export interface SignInMethods {
  google: boolean
  /** Users can sign in at their company's identity provider. */
  company: boolean
  /** Users can link further sign-in methods to their account. */
  linking: boolean
  /** The service can send codes by text message. */
  texts: boolean
}

const KEY = 'offers'

/**
 * The methods for the first render: Google from the HTML document, the others from the last visit. If the service
 * reports the same, nothing moves on the screen.
 */
export function storedSignInMethods(): SignInMethods {
  const stored = recall(KEY) ?? ''
  return {
    google: document.documentElement.dataset['google'] === 'yes',
    company: stored.includes('c'),
    linking: stored.includes('l'),
    texts: stored.includes('t'),
  }
}

/** Fetches the methods. Returns the methods of the last visit if the service does not respond. */
export async function fetchSignInMethods(): Promise<SignInMethods> {
  try {
    const response = await serverFetch(`${location.origin}/auth/v1/settings`, { cache: 'no-store' })
    const methods = response.ok ? methodsOf((await response.json()) as AuthSettings) : storedSignInMethods()
    const { company, linking, texts } = methods
    remember(KEY, `${company ? 'c' : ''}${linking ? 'l' : ''}${texts ? 't' : ''}` || null)
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

function methodsOf(values: AuthSettings): SignInMethods {
  return {
    google: values.external?.google === true,
    company: values.sso_enabled === true,
    linking: values.manual_linking_enabled === true,
    texts: Boolean(values.sms_provider),
  }
}
