// Loads pages of the audit log and keeps its first page current.
import { useEffect, useRef, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { useRefetch } from '../../../live/use-refetch'
import { type AuditFilter, queryOf } from './filter'
import { fetchAuditLog, type AuditEvent, type AuditPage, LATE, type Reply } from '../remote'

interface Log {
  /** The filter as text. */
  key: string
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

export function useAuditLog(filter: AuditFilter): AuditLogView {
  const key = JSON.stringify(filter)
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
    const request = fetchAuditLog(queryOf(filter), null).finally(() => (pending.current -= 1))
    const receivePage = (reply: Reply<AuditPage>) => {
      // A later request replaces this one; it may be for another filter.
      if (turn === latest.current) receive(reply, (before, page) => withNewest(before, key, page))
    }
    onResponse(request, receivePage, LATE)
  }
  const older = (from: Log) => {
    setLoading(true)
    setProblem(null)
    const receivePage = (reply: Reply<AuditPage>) => {
      setLoading(false)
      receive(reply, (before, page) =>
        before?.key === from.key && before.next === from.next
          ? { ...before, events: [...before.events, ...page.rows], next: page.next }
          : before,
      )
    }
    onResponse(fetchAuditLog(queryOf(filter), from.next), receivePage, LATE)
  }
  // Skip while a request is pending, because a new one would replace a slow one before its response.
  useRefetch(() => {
    if (pending.current === 0) reload()
  })
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current === key) return
    lastKey.current = key
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
function withNewest(before: Log | null, key: string, page: AuditPage): Log {
  const newest = new Set(page.rows.map(({ id }) => id))
  if (before?.key !== key || !before.events.some(({ id }) => newest.has(id)))
    return { key, events: page.rows, next: page.next }
  const events = [...page.rows, ...before.events.filter(({ id }) => !newest.has(id))]
  // Ids are UUIDv7, so they sort by time.
  return { ...before, events: events.sort((one, other) => (one.id < other.id ? 1 : -1)) }
}
