// The notice button of the header: whether there are unread notices, the list of notices, and toasts for new
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

/** At the top of the bell, with a gap around it. */
const DOT = { boxShadow: '0 0 0 2px var(--surface)', margin: '-0.6875rem 0 0 1px' }

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
        // A dot, because the menu counts the same messages in another unit: an admin's waiting clients.
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-1/2 size-2.5 rounded-full bg-primary"
          style={DOT}
        />
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <NoticePanel open={open} onClose={() => setOpen(false)} anchor={button} view={view} />
        </Suspense>
      )}
    </div>
  )
}
