// What is typed into a form, stored on this device until it is saved: a reload, a crash or a failed save loses none of it.
import { useCallback, useEffect, useRef, useState } from 'react'

import { healing } from '../db/open'
import { useLive } from './live'

export interface Draft<F> {
  fields: F
  /** False until what was typed before has been read. */
  isRead: boolean
  /** `fields` have something that was typed before this form opened. */
  isRestored: boolean
  change: (some: Partial<F>) => void
  /** The fields are saved, as `now` if that is given: resolves once nothing of the draft is stored. */
  saved: (now?: F) => Promise<void>
  /** Gives up what was typed: the fields are as they were saved. */
  reset: () => void
}

/**
 * The draft of the form `key`. `known` are its fields as they are saved. Only fields that differ from them are stored, so
 * that a draft that comes back overwrites nothing that somebody else has changed meanwhile.
 */
export function useDraft<F extends object>(key: string, known: F): Draft<F> {
  const { replica } = useLive()
  const [first] = useState(known)
  const base = useRef(first)
  const [fields, setFields] = useState(first)
  const [isRead, setRead] = useState(false)
  const [isRestored, setRestored] = useState(false)
  // What a request in progress reports comes between two words of the user.
  const latest = useRef<F | null>(null)

  useEffect(() => {
    let isCurrent = true
    const begin = (text: string | undefined) => {
      if (!isCurrent) return
      const typed = parsed<F>(text)
      if (latest.current === null && Object.keys(typed).length > 0) {
        latest.current = { ...base.current, ...typed }
        setFields(latest.current)
        setRestored(true)
      }
      setRead(true)
    }
    healing(replica, () => replica.drafts.get(key)).then(
      (stored) => begin(stored?.text),
      () => begin(undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [replica, key])

  const remove = useCallback((): Promise<void> => healing(replica, () => replica.drafts.delete(key)), [replica, key])
  const change = useCallback(
    (some: Partial<F>) => {
      const next = { ...(latest.current ?? base.current), ...some }
      latest.current = next
      setFields(next)
      const typed = differing(next, base.current)
      const store = () => (Object.keys(typed).length === 0 ? replica.drafts.delete(key) : replica.drafts.put({ id: key, text: JSON.stringify(typed) }))
      // The next change makes up for a write that fails.
      void healing<unknown>(replica, store).catch(() => undefined)
    },
    [replica, key],
  )
  const settle = useCallback((now: F) => {
    base.current = now
    latest.current = now
    setFields(now)
    setRestored(false)
  }, [])
  const saved = useCallback(
    (now?: F) => {
      if (now !== undefined) settle(now)
      return remove().catch(() => undefined)
    },
    [remove, settle],
  )
  const reset = useCallback(() => {
    settle(base.current)
    void remove().catch(() => undefined)
  }, [remove, settle])
  return { fields, isRead, isRestored, change, saved, reset }
}

function differing<F extends object>(fields: F, known: F): Partial<F> {
  const before = new Map(Object.entries(known))
  const isTyped = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before.get(name))
  return Object.fromEntries(Object.entries(fields).filter(isTyped)) as Partial<F>
}

function parsed<F extends object>(text = '{}'): Partial<F> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
