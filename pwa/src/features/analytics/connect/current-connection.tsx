// The connected property on the connect screen, with buttons to change, reconnect and disconnect.
import { useState } from 'react'

import { Button } from '../../../ui/button'
import { useMinute } from '../../../ui/hooks/use-now'
import { disconnectAnalytics, TEXTS } from '../mutations'
import type { Sources } from '../queries'
import { lastSyncText, needsConsent, NO_DATA } from '../rules'
import { DisconnectDialog } from '../source-dialogs'
import { Detail } from '../source-frame'
import { useOfflineReason } from '../use-sources'

type CurrentConnectionProps = {
  sources: Sources
  onChange: () => void
  onReconnect: () => void
  isReconnecting: boolean
}

const REMOVED = [
  'The property and its figures are taken off your account here.',
  'We revoke our access at Google and delete it here.',
]

export function CurrentConnection({
  sources,
  onChange,
  onReconnect,
  isReconnecting,
}: CurrentConnectionProps) {
  const [dialog, setDialog] = useState<{ open: boolean; openCount: number } | null>(null)
  const now = useMinute()
  const offline = useOfflineReason()
  const { analytics: source, client } = sources
  const account = source?.connected_account ?? null
  const lastSync = source?.last_sync ?? null
  const mustReconnect = needsConsent(source) || account === null
  return (
    <div>
      <dl className="space-y-3">
        <Detail label="Property">
          {client?.ga4_property_name ?? client?.ga4_property_id ?? source?.connected_property}
        </Detail>
        <Detail label="Account">{account ?? NO_DATA}</Detail>
        <Detail label="Last sync">{lastSync === null ? NO_DATA : lastSyncText(lastSync, now)}</Detail>
      </dl>
      <div className="mt-5 flex flex-wrap gap-2">
        {mustReconnect ? (
          <Button
            tone="primary"
            className="flex-1"
            busy={isReconnecting}
            disabled={offline !== null}
            onClick={onReconnect}
          >
            Reconnect
          </Button>
        ) : (
          <Button className="max-sm:flex-1" disabled={offline !== null} onClick={onChange}>
            Change Property
          </Button>
        )}
        <Button
          tone="borderless"
          aria-haspopup="dialog"
          disabled={offline !== null}
          onClick={() => setDialog((before) => ({ open: true, openCount: (before?.openCount ?? 0) + 1 }))}
        >
          Disconnect
        </Button>
      </div>
      {dialog !== null && (
        <DisconnectDialog
          key={dialog.openCount}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
          name="Google Analytics"
          consequences={REMOVED}
          work={() => disconnectAnalytics(TEXTS.ga.disconnect)}
        />
      )}
    </div>
  )
}
