// Hook that polls the installation's health every ten seconds while it is mounted, and repeats failed work.
import { useCallback, useEffect, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { type Submit, useSubmit } from '../../../ui/form/use-submit'
import { fetchInstallation, type Installation, LATE, type Reply, scanNow, tryAgain } from '../remote'

const POLL_MS = 10_000

export interface InstallationView {
  installation: Installation | null
  problem: string | null
  refresh: () => void
  /** Retries the failed effects of a kind, or all of them without one. */
  retry: Submit
  /** Scans the website of a client now. */
  scan: Submit
}

export function useInstallation(): InstallationView {
  const [installation, setInstallation] = useState<Installation | null>(null)
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const receive = useCallback((reply: Reply<Installation>) => {
    setProblem('rejected' in reply ? reply.rejected.message : null)
    if ('value' in reply) setInstallation(reply.value)
  }, [])
  useEffect(() => {
    let stop = (): void => undefined
    let isPending = false
    const poll = () => {
      if (isPending) return
      isPending = true
      const request = fetchInstallation().finally(() => {
        isPending = false
      })
      stop = onResponse(request, receive, LATE)
    }
    poll()
    const timer = setInterval(poll, POLL_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [receive, round])
  const refresh = () => setRound((before) => before + 1)
  const refreshAfter = (reply: Reply<unknown>) => {
    refresh()
    return 'rejected' in reply ? { message: reply.rejected.message } : null
  }
  const retry = useSubmit(async (kind) => refreshAfter(await tryAgain(kind ?? null)))
  const scan = useSubmit(async (clientId) => refreshAfter(await scanNow(clientId ?? '')))
  return { installation, problem, refresh, retry, scan }
}
