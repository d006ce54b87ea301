// Loads pages of the audit log and keeps its first page current.
import { useEffect, useRef, useState } from 'react'

import { whenAnswered } from '../../../lib/slow-response'
import { useFollowing } from '../../../live/use-refetch'
import { askDeeds, type Deed, type Deeds, LATE, type Reply } from '../actions'

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
  /** Null if there are no older entries. */
  more: (() => void) | null
}

export function useDeeds(words: string): DeedsView {
  const [log, setLog] = useState<Log | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const latest = useRef(0)
  /** Number of requests without a response. */
  const pending = useRef(0)

  const hear = (reply: Reply<Deeds>, merge: (before: Log | null, page: Deeds) => Log | null) => {
    setProblem('refused' in reply ? reply.refused.message : null)
    if ('value' in reply) setLog((before) => merge(before, reply.value))
  }
  const ask = () => {
    const turn = ++latest.current
    pending.current += 1
    const asked = askDeeds(words, null).finally(() => (pending.current -= 1))
    const told = (reply: Reply<Deeds>) => {
      // A later request replaces this one; it may be for another search text.
      if (turn === latest.current) hear(reply, (before, page) => withNewest(before, words, page))
    }
    whenAnswered(asked, told, LATE)
  }
  const older = (from: Log) => {
    setAsking(true)
    setProblem(null)
    const told = (reply: Reply<Deeds>) => {
      setAsking(false)
      hear(reply, (before, page) => (before?.words === from.words && before.next === from.next ? { ...before, deeds: [...before.deeds, ...page.rows], next: page.next } : before))
    }
    whenAnswered(askDeeds(from.words, from.next), told, LATE)
  }
  // Skip while a request is pending, because a new one would replace a slow one before its response.
  useFollowing(() => {
    if (pending.current === 0) ask()
  })
  const asked = useRef(words)
  useEffect(() => {
    if (asked.current === words) return
    asked.current = words
    ask()
  })
  return {
    deeds: log?.deeds ?? null,
    problem,
    isAsking,
    ask: () => {
      setProblem(null)
      ask()
    },
    more: log === null || log.next === null ? null : () => older(log),
  }
}

/**
 * Merges the newest page into the loaded pages. If it shares no entry with them, it replaces them,
 * because entries between them are missing.
 */
function withNewest(before: Log | null, words: string, page: Deeds): Log {
  const newest = new Set(page.rows.map(({ id }) => id))
  if (before?.words !== words || !before.deeds.some(({ id }) => newest.has(id))) return { words, deeds: page.rows, next: page.next }
  const deeds = [...page.rows, ...before.deeds.filter(({ id }) => !newest.has(id))]
  // Ids are UUIDv7, so they sort by time.
  return { ...before, deeds: deeds.sort((one, other) => (one.id < other.id ? 1 : -1)) }
}
