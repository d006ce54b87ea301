// Google Analytics 4 on the connections screen: its status and all its actions.
import {
  ArrowLeftRight,
  BookOpen,
  ChartNoAxesColumn,
  Keyboard,
  type LucideIcon,
  PlugZap,
  RefreshCw,
  Unplug,
} from 'lucide-react'
import { useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { useMinute } from '../../../ui/hooks/use-now'
import { MenuButton } from '../../../ui/overlay/menu-button'
import { ConnectDialog, ManualDialog, ReconnectDialog } from './connect-dialogs'
import { GUIDES } from './guides'
import { disconnectAnalytics } from '../mutations'
import type { Sources } from '../queries'
import { lastSyncText, NO_DATA } from '../rules'
import { DisconnectDialog, GuideDialog, RefreshDialog } from './source-dialogs'
import { MoreButton } from './more-button'
import { SourceFrame } from './source-frame'
import { useOfflineReason } from '../use-sources'

type DialogKind = 'connect' | 'reconnect' | 'refresh' | 'disconnect' | 'manual' | 'guide'

const REMOVED = [
  'The property and its data are removed from your dashboard.',
  'We revoke our access at Google and delete it here.',
]
const WITH_SEARCH_CONSOLE = 'Search Console uses the same access, and is disconnected too.'

interface Action {
  what: DialogKind
  text: string
  Icon: LucideIcon
}
const CONNECT: Action = { what: 'connect', text: 'Connect', Icon: PlugZap }
const CHOOSE: Action = { what: 'connect', text: 'Choose property', Icon: PlugZap }
const REFRESH: Action = { what: 'refresh', text: 'Refresh', Icon: RefreshCw }
const CHANGE: Action = { what: 'connect', text: 'Change Property', Icon: ArrowLeftRight }
const RECONNECT: Action = { what: 'reconnect', text: 'Reconnect', Icon: PlugZap }
const MANUAL: Action = { what: 'manual', text: 'Connect manually', Icon: Keyboard }
const GUIDE: Action = { what: 'guide', text: 'Setup guide', Icon: BookOpen }
const DISCONNECT: Action = { what: 'disconnect', text: 'Disconnect', Icon: Unplug }

/** The one action that the source's state asks for. */
function mainAction(hasProperty: boolean, hasAccount: boolean, needsConsent: boolean): Action {
  if (!hasProperty) return hasAccount ? CHOOSE : CONNECT
  return needsConsent ? RECONNECT : REFRESH
}

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
  const isOff = offline !== null
  const main = mainAction(hasProperty, account !== null, needsConsent)
  const more = [
    ...(hasProperty && !needsConsent && account !== null ? [CHANGE] : []),
    ...((hasProperty || account !== null) && main !== RECONNECT ? [RECONNECT] : []),
    ...(hasProperty && needsConsent ? [] : [MANUAL]),
    GUIDE,
    ...(hasProperty || account !== null ? [DISCONNECT] : []),
  ]
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
          tone={main === REFRESH ? 'plain' : 'primary'}
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
          button={(props) => <MoreButton {...props} />}
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
