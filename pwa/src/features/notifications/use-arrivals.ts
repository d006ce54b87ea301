// Shows a toast for a new notice, unless the user is already on its page, and acknowledges that it was shown.
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { NoticeRow } from '../../db/rows/notices'
import { serverNow } from '../../lib/time/clock'
import { useToasts } from '../../ui/feedback/toast'
import { markOpened, markShown } from './actions'

/** Notices older than this (ms) arrived while the device was away. They count as unread but show no toast. */
const NEW_MS = 60_000
const HOME = '/dashboard'

export function useArrivals(notices: NoticeRow[] | undefined): void {
  const toasts = useToasts()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const lastSeen = useRef<Map<string, number> | null>(null)
  const scansWhileHidden = useRef(new Set<string>())
  useEffect(() => {
    if (notices === undefined) return
    const before = lastSeen.current
    lastSeen.current = new Map(notices.map(({ id, n }) => [id, n]))
    const isHidden = document.visibilityState !== 'visible'
    const currentPath = pathname + search
    for (const notice of notices) {
      const isNew =
        before !== null &&
        (before.get(notice.id) ?? 0) < notice.n &&
        serverNow() - Date.parse(notice.told_at) < NEW_MS
      if (isHidden) {
        if (isNew && notice.tag === 'scan') scansWhileHidden.current.add(notice.id)
        continue
      }
      if (openScan(notice, isNew, currentPath)) continue
      const isHere = isOnPage(notice.path, currentPath)
      if (!needsAcknowledgement(notice, currentPath)) continue
      markShown(notice)
      if (!isNew || isHere) continue
      const open = () => {
        markOpened(notice)
        void navigate(notice.path)
      }
      toasts.show({
        title: notice.title,
        body: notice.body,
        action: { label: notice.tag.startsWith('report') ? 'Open report' : 'Open', run: open },
      })
    }
  }, [notices, pathname, search, navigate, toasts])
  // Acknowledge notices that arrived on a hidden page when it becomes visible.
  useEffect(() => {
    const acknowledgeVisible = () => {
      if (document.visibilityState !== 'visible') return
      const currentPath = pathname + search
      for (const notice of notices ?? []) {
        const isOpened = openScan(notice, scansWhileHidden.current.has(notice.id), currentPath)
        if (!isOpened && needsAcknowledgement(notice, currentPath)) markShown(notice)
      }
      scansWhileHidden.current.clear()
    }
    document.addEventListener('visibilitychange', acknowledgeVisible)
    return () => document.removeEventListener('visibilitychange', acknowledgeVisible)
  }, [notices, pathname, search])
}

/**
 * Whether the page shows the end of the scan, so that its notice is opened: the PageSpeed tab does, and the whole home
 * to a user who was there when it came.
 */
function openScan(notice: NoticeRow, wasHere: boolean, currentPath: string): boolean {
  if (notice.tag !== 'scan' || !((wasHere && currentPath === HOME) || isOnPage(notice.path, currentPath)))
    return false
  if (notice.opened_at === null) markOpened(notice)
  return true
}

/** False for a message of the thread on screen, because the thread's read marker opens its notice. */
function needsAcknowledgement(notice: NoticeRow, currentPath: string): boolean {
  if (notice.opened_at !== null || notice.shown_at !== null) return false
  return notice.kind !== 'message' || !isOnPage(notice.path, currentPath)
}

/** Whether the page at `currentPath` is that of `path`. */
function isOnPage(path: string, currentPath: string): boolean {
  return currentPath === path || currentPath.startsWith(`${path}&`) || currentPath.startsWith(`${path}/`)
}
