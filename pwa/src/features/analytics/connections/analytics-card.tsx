// Google Analytics 4 on the connections screen: its status and all its actions.
import { ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { useMinute } from '../../../ui/hooks/use-now'
import { ConnectDialog, ManualDialog, ReconnectDialog } from './connect-dialogs'
import { GUIDES } from './guides'
import { disconnectAnalytics } from '../mutations'
import type { Sources } from '../queries'
import { lastSyncText, NO_DATA } from '../rules'
import { DisconnectDialog, GuideDialog, RefreshDialog } from './source-dialogs'
import { Detail, SourceFrame } from './source-frame'
import { useOfflineReason } from '../use-sources'

type DialogKind = 'connect' | 'reconnect' | 'refresh' | 'disconnect' | 'manual' | 'guide'

const REMOVED = [
  'The property and its data are removed from your dashboard.',
  'We revoke our access at Google and delete it here.',
]
const WITH_SEARCH_CONSOLE = 'Search Console uses the same access, and is disconnected too.'

export function AnalyticsCard({ sources, connectPath }: { sources: Sources; connectPath: string }) {
  // The last opened dialog stays mounted while it closes; `n` gives each opening a new key.
  const [dialog, setDialog] = useState<{ what: DialogKind; open: boolean; n: number } | null>(null)
  const now = useMinute()
  const offline = useOfflineReason()
  const { analytics: source, client, hasProperty } = sources
  const status = source?.status ?? 'not_connected'
  const account = source?.connected_account ?? null
  const lastSync = source?.last_sync ?? null
  const needsConsent = status === 'error' && /reconnect/i.test(source?.error ?? '')

  const openDialog = (what: DialogKind) =>
    setDialog((before) => ({ what, open: true, n: (before?.n ?? 0) + 1 }))
  const close = () => setDialog((before) => before && { ...before, open: false })
  const opened = { open: dialog?.open === true, onClose: close }
  const action = (
    what: DialogKind,
    text: string,
    tone: 'primary' | 'plain' | 'quiet' | 'danger' = 'plain',
  ) => (
    <Button
      tone={tone}
      disabled={offline !== null && what !== 'guide'}
      aria-haspopup="dialog"
      onClick={() => openDialog(what)}
    >
      {text}
    </Button>
  )
  return (
    <SourceFrame
      icon={<ChartNoAxesColumn size={20} aria-hidden="true" />}
      name="Google Analytics 4"
      statuses={[status]}
      text="Your visitors and where they come from."
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
      {(account !== null || hasProperty) && (
        <dl className="mb-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <Detail label="Account">{account ?? NO_DATA}</Detail>
          <Detail label="Property">
            {source?.connected_property ?? client?.ga4_property_name ?? NO_DATA}
          </Detail>
          <Detail label="Last sync">{lastSync === null ? NO_DATA : lastSyncText(lastSync, now)}</Detail>
        </dl>
      )}
      <div className="flex flex-wrap gap-2">
        {!hasProperty && account === null && action('connect', 'Connect', 'primary')}
        {!hasProperty && account !== null && action('connect', 'Choose property', 'primary')}
        {!hasProperty && action('manual', 'Connect manually')}
        {hasProperty && !needsConsent && action('refresh', 'Refresh')}
        {hasProperty && !needsConsent && account !== null && action('connect', 'Change property')}
        {(hasProperty || account !== null) &&
          action('reconnect', 'Reconnect', needsConsent ? 'primary' : 'plain')}
        {hasProperty && !needsConsent && action('manual', 'Connect manually')}
        {(hasProperty || account !== null) && action('disconnect', 'Disconnect', 'danger')}
        {action('guide', 'Setup guide', 'quiet')}
      </div>
      {offline !== null && <p className="mt-2 text-sm text-ink-3">{offline}</p>}
      {dialog?.what === 'connect' && (
        <ConnectDialog key={dialog.n} {...opened} source={source} connectPath={connectPath} />
      )}
      {dialog?.what === 'reconnect' && (
        <ReconnectDialog key={dialog.n} {...opened} source={source} connectPath={connectPath} />
      )}
      {dialog?.what === 'manual' && (
        <ManualDialog key={dialog.n} {...opened} source={source} connectPath={connectPath} />
      )}
      {dialog?.what === 'refresh' && <RefreshDialog key={dialog.n} {...opened} source={source} />}
      {dialog?.what === 'guide' && (
        <GuideDialog key={dialog.n} {...opened} name="Google Analytics 4" steps={GUIDES.analytics} />
      )}
      {dialog?.what === 'disconnect' && (
        <DisconnectDialog
          key={dialog.n}
          {...opened}
          name="Google Analytics"
          consequences={
            sources.searchConsole?.status === 'connected' ? [...REMOVED, WITH_SEARCH_CONSOLE] : REMOVED
          }
          work={() => disconnectAnalytics()}
        />
      )}
    </SourceFrame>
  )
}
