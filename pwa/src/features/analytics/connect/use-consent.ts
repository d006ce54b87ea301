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
  /** The version of the connection's row at the last attempt. */
  const [triedVersion, setTriedVersion] = useState(0)
  const begin = () => {
    setTriedVersion(source?.v ?? 0)
    void toGoogle.run(async () => {
      const outcome = await beginConsent()
      if (outcome.is === 'done') leaveFor(outcome.value)
      return outcome
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
  return { busy: toGoogle.busy, error: triedVersion === (source?.v ?? 0) ? toGoogle.error : null, begin }
}
