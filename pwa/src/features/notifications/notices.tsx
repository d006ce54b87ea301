// The notice button of the header: the number of unread notices, the list of notices, and toasts for new
// ones.
import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import { userStream } from '../../db/streams'
import { useLive, useSyncStatus } from '../../live/live'
import { useRows } from '../../live/view'
import { IconButton } from '../../ui/button'
import { keepErrorsOf } from '../../ui/feedback/past-errors'
import { checkPush } from './push/push'
import { noticesOf } from './queries'
import { useArrivals } from './use-arrivals'

const NoticePanel = lazy(() => import('./notice-panel'))

/** Separates the count from the bell. */
const RING = { boxShadow: '0 0 0 2px var(--surface)' }

/** `unread` is the number of unread messages, for the badge of the installed app's icon. */
export default function NoticeButton({ unread }: { unread: number }) {
  const { userId } = useLive()
  const { link } = useSyncStatus()
  const navigate = useNavigate()
  const [open, setOpen] = useState<boolean | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const view = useRows(
    userStream(userId),
    async (replica) => ({ notices: await noticesOf(replica, userId) }),
    [userId],
  )
  const notices = view.is === 'ready' ? view.notices : undefined
  const unreadNotices = notices?.filter(({ opened_at }) => opened_at === null).length ?? 0
  useArrivals(notices)
  useEffect(() => keepErrorsOf(userId), [userId])
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return
    // Only an installed app has a badge; elsewhere the call rejects, which is harmless.
    void navigator.setAppBadge(unread).catch(() => undefined)
  }, [unread])
  useEffect(
    () => () => void ('clearAppBadge' in navigator && navigator.clearAppBadge().catch(() => undefined)),
    [],
  )
  const isLive = link.is === 'live'
  useEffect(() => {
    if (isLive) void checkPush(userId)
  }, [isLive, userId])
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    // The service worker sends OPEN when the user clicks a notification of this app.
    const handleMessage = ({ data }: MessageEvent<unknown>) => {
      if (
        typeof data === 'object' &&
        data !== null &&
        'type' in data &&
        data.type === 'OPEN' &&
        'path' in data
      )
        void navigate(String(data.path))
    }
    navigator.serviceWorker.addEventListener('message', handleMessage)
    return () => navigator.serviceWorker.removeEventListener('message', handleMessage)
  }, [navigate])

  return (
    <div className="relative">
      <IconButton
        ref={button}
        label={unreadNotices === 0 ? 'Notifications' : `Notifications, ${unreadNotices} new`}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        onClick={() => setOpen((before) => before !== true)}
      >
        <Bell size={19} aria-hidden="true" />
      </IconButton>
      {unreadNotices > 0 && (
        // Placed beside the bell, so that it does not cover it.
        <span
          aria-hidden="true"
          className="tabular pointer-events-none absolute top-1/2 left-1/2 -mt-4.5 ml-1 inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-primary px-1 text-[0.625rem] leading-none font-semibold text-on-primary"
          style={RING}
        >
          {unreadNotices > 99 ? '99+' : unreadNotices}
        </span>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <NoticePanel open={open} onClose={() => setOpen(false)} anchor={button} view={view} />
        </Suspense>
      )}
    </div>
  )
}
