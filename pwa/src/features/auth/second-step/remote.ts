// Who has to be proved by what; and the way out.
import { storedSession } from '../../../api/auth/auth'

export { signOutLocal } from '../../../api/auth/auth'
export { challenge, prove } from '../../../api/auth/factors'
export { secondsToWait } from '../../../api/auth/error-text'

export interface Factor {
  id: string
  type: 'totp' | 'phone'
  name: string
}

/** What the person of the stored session has to prove themselves with. */
export async function ownFactors(): Promise<Factor[]> {
  const factors = (await storedSession())?.user.factors ?? []
  return factors
    .filter(({ status }) => status === 'verified')
    .flatMap(({ id, factor_type: type, friendly_name: name }) =>
      type === 'totp' || type === 'phone' ? [{ id, type, name: name ?? (type === 'totp' ? 'Authenticator app' : 'Phone') }] : [],
    )
}
