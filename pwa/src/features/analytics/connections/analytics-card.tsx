// Google Analytics 4 on the connections screen: its status and all its actions.
import { ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { useMinute } from '../../../ui/hooks/use-now'
import { MenuButton } from '../../../ui/overlay/menu-button'
import { actionsOf, type DialogKind } from './analytics-actions'
import { AnalyticsDialog } from './analytics-dialog'
import type { Sources } from '../queries'
import { lastSyncText, NO_DATA } from '../rules'
import { MoreButton } from './more-button'
import { SourceFrame } from './source-frame'
import { useOfflineReason } from '../use-sources'

export function AnalyticsCard({ sources, connectPath }: { sources: Sources; connectPath: string }) {
  // The last opened dialog stays mounted while it closes; `n` gives each opening a new key.
  const [dialog, setDialog] = useState<{ what: DialogKind; open: boolean; n: number } | null>(null)
  const now = useMinute()
  const offline = useOfflineReason()
  const { analytics: source, client, hasProperty } = sources
  const status = source?.status ?? 'not_connected'
  const account = source?.connected_account ?? null
  const lastSync = source?.last_sync ?? null
  const { main, more } = actionsOf(sources)

  const openDialog = (what: DialogKind) =>
    setDialog((before) => ({ what, open: true, n: (before?.n ?? 0) + 1 }))
  const close = () => setDialog((before) => before && { ...before, open: false })
  const isOff = offline !== null
  return (
    <SourceFrame
      icon={<ChartNoAxesColumn size={20} aria-hidden="true" />}
      name="Google Analytics 4"
      status={status}
      text={
        <>
          <p>Your visitors and where they come from.</p>
          {(account !== null || hasProperty) && (
            <>
              <p className="break-words text-ink-2">
                {source?.connected_property ?? client?.ga4_property_name ?? NO_DATA}, {account ?? NO_DATA}
              </p>
              <p>Last sync: {lastSync === null ? NO_DATA : lastSyncText(lastSync, now)}</p>
            </>
          )}
        </>
      }
      action={
        <Button
          tone={main.what === 'refresh' ? 'plain' : 'primary'}
          size={main.what === 'refresh' ? 'sm' : 'md'}
          disabled={isOff}
          aria-haspopup="dialog"
          onClick={() => openDialog(main.what)}
        >
          {main.text}
        </Button>
      }
      menu={
        <MenuButton
          label="More for Google Analytics 4"
          items={more.map(({ what, text, Icon }) => ({
            label: text,
            icon: <Icon size={16} />,
            onSelect: () => openDialog(what),
            disabled: isOff && what !== 'guide',
            danger: what === 'disconnect',
            startsGroup: what === 'disconnect',
          }))}
          button={(props) => <MoreButton {...props} label="More for Google Analytics 4" />}
        />
      }
    >
      {source !== undefined && source.error !== '' && (
        <Alert className="mb-4" tone={status === 'error' ? 'error' : 'warning'}>
          {source.error}
        </Alert>
      )}
      {status === 'not_connected' && account !== null && (
        <Alert className="mb-4" tone="info" title="One step left">
          Your Google account is connected. Choose the property of your website.
        </Alert>
      )}
      {dialog !== null && (
        <AnalyticsDialog
          key={dialog.n}
          what={dialog.what}
          open={dialog.open}
          onClose={close}
          sources={sources}
          connectPath={connectPath}
        />
      )}
    </SourceFrame>
  )
}
