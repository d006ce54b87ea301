// How the installation is, asked for while it is looked at, every ten seconds.
import { useCallback, useEffect, useState } from 'react'

import { askInstallation, type Installation, type Reply } from './actions'

const EVERY_MS = 10_000

export interface InstallationView {
  known: Installation | null
  problem: string | null
  ask: () => void
}

export function useInstallation(): InstallationView {
  const [known, setKnown] = useState<Installation | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const hear = useCallback((reply: Reply<Installation>) => {
    setProblem('refused' in reply ? reply.refused.message : null)
    if ('value' in reply) setKnown(reply.value)
  }, [])
  useEffect(() => {
    let gone = false
    const look = () =>
      void askInstallation().then((reply) => {
        if (!gone) hear(reply)
      })
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [hear])
  return { known, problem, ask: () => void askInstallation().then(hear) }
}
