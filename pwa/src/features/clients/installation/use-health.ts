// Hook that polls the installation's health every ten seconds while it is mounted.
import { useCallback, useEffect, useState } from 'react'

import { whenAnswered } from '../../../lib/slow-response'
import { askInstallation, type Installation, LATE, type Reply } from '../actions'

const EVERY_MS = 10_000

export interface InstallationView {
  known: Installation | null
  problem: string | null
  ask: () => void
}

export function useInstallation(): InstallationView {
  const [known, setKnown] = useState<Installation | null>(null)
  const [round, setRound] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const hear = useCallback((reply: Reply<Installation>) => {
    setProblem('refused' in reply ? reply.refused.message : null)
    if ('value' in reply) setKnown(reply.value)
  }, [])
  useEffect(() => {
    let stop = (): void => undefined
    let isAsking = false
    const look = () => {
      if (isAsking) return
      isAsking = true
      const asked = askInstallation().finally(() => {
        isAsking = false
      })
      stop = whenAnswered(asked, hear, LATE)
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [hear, round])
  return { known, problem, ask: () => setRound((before) => before + 1) }
}
