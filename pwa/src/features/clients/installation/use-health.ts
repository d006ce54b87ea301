// Hook that polls the installation's health every ten seconds while it is mounted.
import { useCallback, useEffect, useState } from 'react'

import { onResponse } from '../../../lib/slow-response'
import { fetchInstallation, type Installation, LATE, type Reply } from '../actions'

const EVERY_MS = 10_000

export interface InstallationView {
  installation: Installation | null
  problem: string | null
  refresh: () => void
}

export function useInstallation(): InstallationView {
  const [installation, setInstallation] = useState<Installation | null>(null)
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const receive = useCallback((reply: Reply<Installation>) => {
    setProblem('refused' in reply ? reply.refused.message : null)
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
    const timer = setInterval(poll, EVERY_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [receive, round])
  return { installation, problem, refresh: () => setRound((before) => before + 1) }
}
