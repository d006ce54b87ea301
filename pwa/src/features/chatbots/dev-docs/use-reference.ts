// Hook that loads the server's description of its endpoints.
import { useEffect, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { useLive } from '../../../live/live'
import { LATE, NO_REFERENCE, type Outcome, readOpenApi } from '../mutations'
import { type Endpoint, endpointsOf } from './openapi'

export type Reference =
  { is: 'loading' } | { is: 'failed'; message: string } | { is: 'ready'; endpoints: Endpoint[] }

export function useReference(): { reference: Reference; retry: () => void } {
  const { sync } = useLive()
  const [reference, setReference] = useState<Reference>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const receive = (outcome: Outcome<unknown>) =>
      setReference(outcome.is === 'done' ? { is: 'ready', endpoints: endpointsOf(outcome.value) } : outcome)
    return onResponse(readOpenApi(), receive, { ...LATE, message: NO_REFERENCE })
  }, [attempt])
  const retry = () => {
    setReference({ is: 'loading' })
    setAttempt((before) => before + 1)
    void sync.flushNow()
  }
  return { reference, retry }
}
