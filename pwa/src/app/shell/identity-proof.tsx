// Opens the dialog in which users prove their identity, when a request of any screen needs this proof.
import { lazy, Suspense, useEffect, useState } from 'react'

import { proveWith } from '../../api/proof'

const ProofDialog = lazy(async () => ({ default: (await import('../../features/settings')).ProofDialog }))

export default function IdentityProof() {
  const [waiting, setWaiting] = useState<{ end: (isProved: boolean) => void } | null>(null)
  useEffect(
    () =>
      proveWith(
        () =>
          new Promise((resolve) => {
            setWaiting({
              end: (isProved) => {
                setWaiting(null)
                resolve(isProved)
              },
            })
          }),
      ),
    [],
  )
  return (
    waiting !== null && (
      <Suspense fallback={null}>
        <ProofDialog onEnd={waiting.end} />
      </Suspense>
    )
  )
}
