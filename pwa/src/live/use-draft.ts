// Drafts of forms. They are stored on this device until the form is saved, so a reload, crash or failed save
// loses nothing.
import { useCallback, useEffect, useRef, useState } from 'react'

import { withReopen } from '../db/open'
import { useLive } from './live'

export interface Draft<F> {
  fields: F
  /** False until the stored draft has been read. */
  isRead: boolean
  /** `fields` contain text that was typed before this form opened. */
  isRestored: boolean
  change: (some: Partial<F>) => void
  /** Call after a save. Deletes the stored draft. If `now` is given, `now` becomes the saved fields. */
  saved: (now?: F) => Promise<void>
  /** Discards the draft and shows the saved fields again. */
  reset: () => void
}

/**
 * The draft of the form `key`. `savedFields` are the form's saved fields. Only the fields that differ are
 * stored in the draft, so that a restored draft does not overwrite fields that another user has changed
 * meanwhile.
 */
export function useDraft<F extends object>(key: string, savedFields: F): Draft<F> {
  const { replica } = useLive()
  const [first] = useState(savedFields)
  const base = useRef(first)
  const [fields, setFields] = useState(first)
  const [isRead, setRead] = useState(false)
  const [isRestored, setRestored] = useState(false)
  // A ref, because a response may call `saved` between two changes by the user, before React has rendered.
  const latest = useRef<F | null>(null)

  useEffect(() => {
    let isCurrent = true
    const restore = (text: string | undefined) => {
      if (!isCurrent) return
      const typed = parseFields<F>(text)
      if (latest.current === null && Object.keys(typed).length > 0) {
        latest.current = { ...base.current, ...typed }
        setFields(latest.current)
        setRestored(true)
      }
      setRead(true)
    }
    withReopen(replica, () => replica.drafts.get(key)).then(
      (stored) => restore(stored?.text),
      () => restore(undefined),
    )
    return () => {
      isCurrent = false
    }
  }, [replica, key])

  const remove = useCallback(
    (): Promise<void> => withReopen(replica, () => replica.drafts.delete(key)),
    [replica, key],
  )
  const change = useCallback(
    (some: Partial<F>) => {
      const next = { ...(latest.current ?? base.current), ...some }
      latest.current = next
      setFields(next)
      const typed = changedFields(next, base.current)
      const store = () =>
        Object.keys(typed).length === 0
          ? replica.drafts.delete(key)
          : replica.drafts.put({ id: key, text: JSON.stringify(typed) })
      // Ignore errors, because the next change writes all fields again.
      void withReopen<unknown>(replica, store).catch(() => undefined)
    },
    [replica, key],
  )
  const setSaved = useCallback((now: F) => {
    base.current = now
    latest.current = now
    setFields(now)
    setRestored(false)
  }, [])
  const saved = useCallback(
    (now?: F) => {
      if (now !== undefined) setSaved(now)
      return remove().catch(() => undefined)
    },
    [remove, setSaved],
  )
  const reset = useCallback(() => {
    setSaved(base.current)
    void remove().catch(() => undefined)
  }, [remove, setSaved])
  return { fields, isRead, isRestored, change, saved, reset }
}

function changedFields<F extends object>(fields: F, savedFields: F): Partial<F> {
  const before = new Map(Object.entries(savedFields))
  const isTyped = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before.get(name))
  return Object.fromEntries(Object.entries(fields).filter(isTyped)) as Partial<F>
}

function parseFields<F extends object>(text = '{}'): Partial<F> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
