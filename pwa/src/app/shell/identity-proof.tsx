// Opens the dialog in which users prove their identity, when a request of any screen needs this proof.
import { lazy, Suspense, useEffect, useState } from 'react'

import { proveWith } from '../../api/proof'

const ProofDialog = lazy(async () => ({ default: (await import('../../features/settings')).ProofDialog }))

export default function IdentityProof() {
  const [request, setRequest] = useState<{ end: (isProved: boolean) => void } | null>(null)
  useEffect(
    () =>
      proveWith(
        () =>
          new Promise((resolve) => {
            setRequest({
              end: (isProved) => {
                setRequest(null)
                resolve(isProved)
              },
            })
          }),
      ),
    [],
  )
  return (
    request !== null && (
      <Suspense fallback={null}>
        <ProofDialog onEnd={request.end} />
      </Suspense>
    )
  )
}
