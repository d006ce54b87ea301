// Loads pages of the audit log and keeps its first page current.
import { useEffect, useRef, useState } from 'react'

import { onResponse } from '../../../lib/slow-response'
import { useFollowing } from '../../../live/use-refetch'
import { fetchAuditLog, type AuditEvent, type AuditPage, LATE, type Reply } from '../remote'

interface Log {
  words: string
  events: AuditEvent[]
  next: string | null
}

export interface AuditLogView {
  events: AuditEvent[] | null
  problem: string | null
  isLoading: boolean
  reload: () => void
  /** Null if there are no older entries. */
  more: (() => void) | null
}

export function useAuditLog(words: string): AuditLogView {
  const [log, setLog] = useState<Log | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isLoading, setLoading] = useState(false)
  const latest = useRef(0)
  /** Number of requests without a response. */
  const pending = useRef(0)

  const receive = (reply: Reply<AuditPage>, merge: (before: Log | null, page: AuditPage) => Log | null) => {
    setProblem('rejected' in reply ? reply.rejected.message : null)
    if ('value' in reply) setLog((before) => merge(before, reply.value))
  }
  const reload = () => {
    const turn = ++latest.current
    pending.current += 1
    const request = fetchAuditLog(words, null).finally(() => (pending.current -= 1))
    const receivePage = (reply: Reply<AuditPage>) => {
      // A later request replaces this one; it may be for another search text.
      if (turn === latest.current) receive(reply, (before, page) => withNewest(before, words, page))
    }
    onResponse(request, receivePage, LATE)
  }
  const older = (from: Log) => {
    setLoading(true)
    setProblem(null)
    const receivePage = (reply: Reply<AuditPage>) => {
      setLoading(false)
      receive(reply, (before, page) =>
        before?.words === from.words && before.next === from.next
          ? { ...before, events: [...before.events, ...page.rows], next: page.next }
          : before,
      )
    }
    onResponse(fetchAuditLog(from.words, from.next), receivePage, LATE)
  }
  // Skip while a request is pending, because a new one would replace a slow one before its response.
  useFollowing(() => {
    if (pending.current === 0) reload()
  })
  const lastWords = useRef(words)
  useEffect(() => {
    if (lastWords.current === words) return
    lastWords.current = words
    reload()
  })
  return {
    events: log?.events ?? null,
    problem,
    isLoading,
    reload: () => {
      setProblem(null)
      reload()
    },
    more: log === null || log.next === null ? null : () => older(log),
  }
}

/**
 * Merges the newest page into the loaded pages. If it shares no entry with them, it replaces them,
 * because entries between them are missing.
 */
function withNewest(before: Log | null, words: string, page: AuditPage): Log {
  const newest = new Set(page.rows.map(({ id }) => id))
  if (before?.words !== words || !before.events.some(({ id }) => newest.has(id)))
    return { words, events: page.rows, next: page.next }
  const events = [...page.rows, ...before.events.filter(({ id }) => !newest.has(id))]
  // Ids are UUIDv7, so they sort by time.
  return { ...before, events: events.sort((one, other) => (one.id < other.id ? 1 : -1)) }
}
