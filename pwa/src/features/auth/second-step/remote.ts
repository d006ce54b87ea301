// Calls of the second step: the user's factors, challenges, and sign-out.
import { storedSession } from '../../../api/auth/auth'

export { signOutLocal } from '../../../api/auth/auth'
export { challenge, verify } from '../../../api/auth/factors'
export { secondsToWait } from '../../../api/auth/error-text'

export interface Factor {
  id: string
  type: 'totp' | 'phone'
  name: string
}

/** The verified second factors of the stored session's user. */
export async function ownFactors(): Promise<Factor[]> {
  const factors = (await storedSession())?.user.factors ?? []
  return factors
    .filter(({ status }) => status === 'verified')
    .flatMap(({ id, factor_type: type, friendly_name: name }) =>
      type === 'totp' || type === 'phone'
        ? [{ id, type, name: name ?? (type === 'totp' ? 'Authenticator app' : 'Phone') }]
        : [],
    )
}
