// What the status means, how fresh this device is, and the messages that wait to be sent.
import type { RefObject } from 'react'

import { momentWithZone } from '../../lib/time-text'
import { useLive, useStored, useSyncStatus } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { Button } from '../../ui/button'
import { Popover } from '../../ui/popover'
import { StatusDot } from '../../ui/status-dot'
import { CopyDiagnostics } from './copy-diagnostics'
import { waitingMessages } from './queries'
import { statusText } from './status-text'
import { StorageLine } from './storage-line'
import { WaitingItem } from './waiting-item'

type StatusPanelProps = { open: boolean; onClose: () => void; anchor: RefObject<HTMLElement | null> }

export default function StatusPanel(props: StatusPanelProps) {
  return (
    <Popover {...props} label="Sync status">
      <Details />
    </Popover>
  )
}

function Details() {
  const { sync } = useLive()
  const status = useSyncStatus()
  const waiting = useStored(waitingMessages, []) ?? []
  const { text, tone } = statusText({ ...status, waiting: 0, refused: 0 })
  return (
    <>
      <div className="px-4 pt-3.5 pb-3">
        <p className="flex items-center gap-2 text-base font-semibold text-ink">
          <StatusDot tone={tone} />
          {text}
        </p>
        <p className="mt-1 text-sm text-pretty text-ink-2">{meaning(status)}</p>
        <p className="tabular mt-2 text-sm text-ink-3">
          {status.as_of === null ? 'Not up to date on this device yet.' : `As of ${momentWithZone(status.as_of)}`}
        </p>
        <StorageLine />
      </div>
      <section aria-label="Waiting to send" className="border-t border-line">
        <div className="flex min-h-10 items-center justify-between gap-3 px-4 pt-2.5">
          <h2 className="text-sm font-semibold text-ink">Waiting to send</h2>
          {waiting.length > 1 && (
            <Button size="sm" tone="quiet" className="-mr-2.5" onClick={() => void sync.flushNow()}>
              Send all now
            </Button>
          )}
        </div>
        {waiting.length === 0 ? (
          <p className="px-4 pb-4 text-sm text-ink-3">Nothing waits: everything you wrote has arrived.</p>
        ) : (
          <ul className="divide-y divide-line">
            {waiting.map((message) => (
              <WaitingItem key={message.entry.id} waiting={message} showCompany={status.role === 'admin'} />
            ))}
          </ul>
        )}
      </section>
      <CopyDiagnostics />
    </>
  )
}

function meaning({ link }: SyncStatus): string {
  switch (link.is) {
    case 'live':
      return 'Changes arrive here the moment they happen.'
    case 'catching-up':
      return 'Loading what happened while this device was away.'
    case 'connecting':
      return 'Looking for the server. What you see is stored on this device.'
    case 'offline':
      return 'You can go on reading and writing. Messages are sent when the connection is back.'
    case 'outdated':
      return 'The server no longer speaks with this version. Update to go on; nothing you wrote is lost.'
    case 'locked':
      return 'This account may no longer use the product. Unsent messages stay on this device.'
    case 'signed-out':
      return 'Sign in again to go on. Unsent messages stay on this device.'
  }
}
