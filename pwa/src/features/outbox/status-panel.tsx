// Details of the sync status: its meaning, the time of the last update, and the unsent messages.
import type { RefObject } from 'react'

import { dateTimeText } from '../../lib/text/times'
import { useLive, useStored, useSyncStatus } from '../../live/live'
import { useRows } from '../../live/view'
import type { SyncStatus } from '../../sync'
import { Button } from '../../ui/button'
import { Popover } from '../../ui/overlay/popover'
import { StatusDot } from '../../ui/status-dot'
import { useMinute } from '../../ui/hooks/use-now'
import { CopyDiagnostics } from './copy-diagnostics'
import { companiesOf, unsentUploads, waitingMessages } from './queries'
import { statusText } from './status-text'
import { StorageLine } from './storage-line'
import { WaitingItem } from './waiting-item'
import { WaitingUpload } from './waiting-upload'

type StatusPanelProps = { open: boolean; onClose: () => void; anchor: RefObject<HTMLElement | null> }

export default function StatusPanel(props: StatusPanelProps) {
  return (
    <Popover {...props} label="Sync status">
      <Details />
    </Popover>
  )
}

const EMPTY = { waiting: [], uploads: [] }

/** The most messages in the list. It is limited because each sent message renders the whole list again. */
const MAX_SHOWN = 50

function Details() {
  const { sync } = useLive()
  const status = useSyncStatus()
  const stored = useStored(
    async (tables) => ({ waiting: await waitingMessages(tables), uploads: await unsentUploads(tables) }),
    [],
  )
  const { waiting, uploads } = stored ?? EMPTY
  const now = useMinute()
  const ids = [
    ...new Set([...waiting.map((entry) => entry.body.client_id), ...uploads.map((file) => file.client_id)]),
  ]
  const view = useRows(
    'w',
    (replica) => companiesOf(replica, ids),
    [ids.join(' ')],
    ({ companies }) => companies.size > 0,
  )
  const companyOf = (id: string) => (view.is === 'ready' ? (view.companies.get(id) ?? 'Unknown client') : '')
  const recipientOf = (id: string) => (status.role === 'admin' ? companyOf(id) : 'To your team')
  const { text, tone } = statusText({ ...status, waiting: 0, refused: 0 }, now)
  return (
    <>
      <div className="px-4 pt-3 pb-3">
        <p className="flex items-center gap-2 text-base font-semibold text-ink">
          <StatusDot tone={tone} />
          {text}
        </p>
        <p className="mt-1 text-sm text-pretty text-ink-2">{meaningOf(status)}</p>
        <p className="tabular mt-2 text-sm text-ink-3">
          {status.as_of === null
            ? 'Not up to date on this device yet.'
            : `As of ${dateTimeText(status.as_of)}`}
        </p>
        <StorageLine />
      </div>
      <section aria-label="Waiting to send" className="border-t border-line">
        <div className="flex min-h-10 items-center justify-between gap-3 px-4 pt-2.5">
          <h2 className="text-sm font-semibold text-ink">Waiting to send</h2>
          {waiting.length > 1 && (
            <Button size="sm" tone="borderless" className="-mr-2.5" onClick={() => void sync.flushNow()}>
              Send all now
            </Button>
          )}
        </div>
        {waiting.length + uploads.length === 0 ? (
          stored && <p className="px-4 pb-4 text-sm text-ink-3">All messages sent.</p>
        ) : (
          <ul className="divide-y divide-line">
            {waiting.slice(0, MAX_SHOWN).map((entry) => (
              <WaitingItem key={entry.id} entry={entry} recipient={recipientOf(entry.body.client_id)} />
            ))}
            {waiting.length > MAX_SHOWN && (
              <li className="px-4 py-3 text-sm text-ink-3">
                And {waiting.length - MAX_SHOWN} more, sent in this order.
              </li>
            )}
            {uploads.map((file) => (
              <WaitingUpload key={file.id} file={file} recipient={recipientOf(file.client_id)} />
            ))}
          </ul>
        )}
      </section>
      <CopyDiagnostics />
    </>
  )
}

function meaningOf({ link }: SyncStatus): string {
  switch (link.is) {
    case 'live':
      return 'You’re up to date.'
    case 'catching-up':
      return 'Loading what happened while this device was away.'
    case 'connecting':
      return 'Reconnecting… What you see is stored on this device.'
    case 'offline':
      return link.blocked
        ? 'Your network or a proxy blocks live updates. What you write is sent. What others write arrives when the connection works again.'
        : `You can go on reading and writing. Messages are sent when the connection is back${'SyncManager' in window ? '' : ' and the app is open'}.`
    case 'outdated':
      return 'The server no longer supports this version. Update to continue; nothing you wrote is lost.'
    case 'locked':
      return 'This account may no longer use the product. Unsent messages stay on this device.'
    case 'signed-out':
      return 'Sign in again to go on. Unsent messages stay on this device.'
  }
}
