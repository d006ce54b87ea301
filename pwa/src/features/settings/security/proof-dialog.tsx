// Asks for a proof of identity because the server rejected a request without a recent one.
import { useEffect, useState } from 'react'

import { fetchAccount } from '../remote'
import { ConfirmIdentity } from './confirm-identity'

const GIVES_ACCESS = 'This decides who sees a client’s data, so please confirm that it is you.'

/** `onEnd` gets true if the user has proved their identity. */
export function ProofDialog({ onEnd }: { onEnd: (isProved: boolean) => void }) {
  const [hasPassword, setHasPassword] = useState<boolean | null>(null)
  useEffect(() => {
    // Without a response, assume a password; a user without one can still choose the code.
    void fetchAccount().then((answer) => setHasPassword(!('value' in answer) || answer.value.hasPassword))
  }, [])
  if (hasPassword === null) return null
  return (
    <ConfirmIdentity
      hasPassword={hasPassword}
      reason={GIVES_ACCESS}
      onClose={() => onEnd(false)}
      onConfirmed={() => onEnd(true)}
    />
  )
}
