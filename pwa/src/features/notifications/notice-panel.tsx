// The list of notices, newest first, below the errors of this visit. It keeps both after their toasts.
import { BellOff, FileChartColumn, Gauge, MessageSquareText, Settings2 } from 'lucide-react'
import { type RefObject, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'

import type { NoticeRow } from '../../db/rows/notices'
import { agoText } from '../../lib/text/days'
import { dateTimeText } from '../../lib/text/times'
import { useSyncStatus } from '../../live/live'
import type { View } from '../../live/view'
import { Button, IconButton } from '../../ui/button'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/feedback/empty-state'
import { LoadError } from '../../ui/feedback/load-error'
import { pastErrors } from '../../ui/feedback/past-errors'
import { Popover } from '../../ui/overlay/popover'
import { Skeleton } from '../../ui/feedback/skeleton'
import { useMinute } from '../../ui/hooks/use-now'
import { markOpened } from './actions'
import { ErrorList } from './error-list'

const SETTINGS = '/dashboard/settings/notifications'
const ICONS = { message: MessageSquareText, report: FileChartColumn, test: BellOff }

type NoticePanelProps = {
  open: boolean
  onClose: () => void
  anchor: RefObject<HTMLElement | null>
  view: View<{ notices: NoticeRow[] }>
}

export default function NoticePanel({ open, onClose, anchor, view }: NoticePanelProps) {
  const navigate = useNavigate()
  const { link } = useSyncStatus()
  const notices = view.is === 'ready' ? view.notices : undefined
  const errors = useSyncExternalStore(
    (notify) => pastErrors.subscribe(notify),
    () => pastErrors.get(),
  )
  const unread = notices?.filter(({ opened_at }) => opened_at === null) ?? []
  const follow = (notice: NoticeRow) => {
    if (notice.opened_at === null) markOpened(notice)
    onClose()
    void navigate(notice.path)
  }
  return (
    <Popover open={open} onClose={onClose} anchor={anchor} label="Notifications">
      <div className="flex items-center gap-1 border-b border-line py-1 pr-2 pl-4">
        <h2 className="min-w-0 flex-1 text-base font-semibold text-ink">Notifications</h2>
        {unread.length > 0 && (
          <Button
            size="sm"
            tone="borderless"
            disabled={link.is === 'offline'}
            onClick={() => unread.forEach(markOpened)}
          >
            Mark all as read
          </Button>
        )}
        <IconButton
          label="Notification settings"
          onClick={() => {
            onClose()
            void navigate(SETTINGS)
          }}
        >
          <Settings2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {errors.length > 0 && <ErrorList errors={errors} />}
      {view.is === 'loading' && <Skeleton className="m-4 h-14" />}
      {view.is === 'failed' && (
        <LoadError className="m-4" onRetry={view.retry}>
          Error loading notifications. Please try again later.
        </LoadError>
      )}
      {notices?.length === 0 && errors.length === 0 && (
        <EmptyState icon={<BellOff size={20} aria-hidden="true" />} title="Nothing yet">
          New messages, reports and scans are listed here.
        </EmptyState>
      )}
      {notices !== undefined && notices.length > 0 && (
        <ul aria-label="Notifications" className="divide-y divide-line">
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} onFollow={() => follow(notice)} />
          ))}
        </ul>
      )}
      {link.is === 'offline' && notices !== undefined && notices.length > 0 && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-ink-3">
          Offline: as of the last update on this device.
        </p>
      )}
    </Popover>
  )
}

function NoticeItem({ notice, onFollow }: { notice: NoticeRow; onFollow: () => void }) {
  const now = useMinute()
  const Icon = notice.tag === 'scan' ? Gauge : ICONS[notice.kind]
  const isNew = notice.opened_at === null
  return (
    <li>
      <button
        type="button"
        onClick={onFollow}
        className="flex w-full items-start gap-3 px-4 py-3 text-left transition-colors hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span
          aria-hidden="true"
          className={cx(
            'mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-md border',
            isNew
              ? 'border-primary-line bg-primary-soft text-primary-ink'
              : 'border-line bg-sunken text-ink-3',
          )}
        >
          <Icon size={16} />
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block text-base', isNew ? 'font-semibold text-ink' : 'text-ink-2')}>
            {isNew && <span className="sr-only">New: </span>}
            {notice.title}
            {isNew && notice.count > 1 && <span className="font-normal text-ink-3"> · {notice.count}</span>}
          </span>
          {notice.body !== '' && <span className="block truncate text-sm text-ink-2">{notice.body}</span>}
          <time
            dateTime={notice.told_at}
            title={dateTimeText(notice.told_at)}
            className="mt-0.5 block text-sm text-ink-3"
          >
            {agoText(notice.told_at, now)}
          </time>
        </span>
        {isNew && <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-primary" />}
      </button>
    </li>
  )
}
