// The audit log as far as it was asked for.
import { useCallback, useEffect, useState } from 'react'

import { askDeeds, type Deed, type Deeds, type Reply } from './actions'

interface Log {
  words: string
  deeds: Deed[]
  next: string | null
}

export interface DeedsView {
  deeds: Deed[] | null
  problem: string | null
  isAsking: boolean
  ask: () => void
  /** Null where there is nothing older. */
  more: (() => void) | null
}

export function useDeeds(words: string): DeedsView {
  const [log, setLog] = useState<Log | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [round, setRound] = useState(0)

  const hear = useCallback((asked: string, before: Log | null, reply: Reply<Deeds>) => {
    setAsking(false)
    setProblem('refused' in reply ? reply.refused.message : null)
    if ('value' in reply) setLog({ words: asked, deeds: [...(before?.deeds ?? []), ...reply.value.rows], next: reply.value.next })
  }, [])
  useEffect(() => {
    let gone = false
    void askDeeds(words, null).then((reply) => {
      if (!gone) hear(words, null, reply)
    })
    return () => {
      gone = true
    }
  }, [hear, words, round])
  const older = (from: Log) => {
    setAsking(true)
    void askDeeds(from.words, from.next).then((reply) => hear(from.words, from, reply))
  }
  return {
    deeds: log?.deeds ?? null,
    problem,
    isAsking,
    ask: () => setRound((before) => before + 1),
    more: log === null || log.next === null ? null : () => older(log),
  }
}
