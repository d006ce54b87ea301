// Redirects to Google's consent page: on a press, or at once if the address has `?start=1`.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

import type { ConnectionRow } from '../../../db/rows/analytics'
import { useAction } from '../../../ui/hooks/use-action'
import { beginConsent } from '../mutations'

export interface Consent {
  busy: boolean
  /** The error of the redirect. It stays until another window completes the consent. */
  error: string | null
  begin: () => void
}

/**
 * `leaveFor` redirects the browser to another site. `?start=1` redirects to Google at once, because the user
 * has already agreed to that.
 */
export function useConsent(source: ConnectionRow | undefined, leaveFor: (address: string) => void): Consent {
  const [params, setParams] = useSearchParams()
  const toGoogle = useAction()
  const [triedAt, setTriedAt] = useState(0)
  const begin = () => {
    setTriedAt(source?.v ?? 0)
    void toGoogle.run(async () => {
      const begun = await beginConsent()
      if (begun.is === 'done') leaveFor(begun.value)
      return begun
    })
  }
  const started = useRef(false)
  const startAtOnce = useEffectEvent(() => {
    if (started.current || params.get('start') === null) return
    started.current = true
    // Without this, the browser's Back button on Google's page would redirect to Google again.
    setParams({}, { replace: true })
    begin()
  })
  useEffect(() => startAtOnce(), [])
  return { busy: toGoogle.busy, error: triedAt === (source?.v ?? 0) ? toGoogle.error : null, begin }
}
