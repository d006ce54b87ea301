// The dialog of one action of Google Analytics 4.
import { disconnectAnalytics } from '../mutations'
import type { Sources } from '../queries'
import type { DialogKind } from './analytics-actions'
import { ConnectDialog, ManualDialog, ReconnectDialog } from './connect-dialogs'
import { GUIDES } from './guides'
import { DisconnectDialog, GuideDialog, RefreshDialog } from '../source-dialogs'

const REMOVED = [
  'The property and its data are removed from your dashboard.',
  'We revoke our access at Google and delete it here.',
]
const WITH_SEARCH_CONSOLE = 'Search Console uses the same access, and is disconnected too.'

type AnalyticsDialogProps = {
  kind: DialogKind
  open: boolean
  onClose: () => void
  sources: Sources
  connectPath: string
}

export function AnalyticsDialog({ kind, open, onClose, sources, connectPath }: AnalyticsDialogProps) {
  const dialogProps = { open, onClose }
  const connectProps = { ...dialogProps, source: sources.analytics, connectPath }
  switch (kind) {
    case 'connect':
      return <ConnectDialog {...connectProps} />
    case 'reconnect':
      return <ReconnectDialog {...connectProps} />
    case 'manual':
      return <ManualDialog {...connectProps} />
    case 'refresh':
      return <RefreshDialog {...dialogProps} source={sources.analytics} />
    case 'guide':
      return <GuideDialog {...dialogProps} name="Google Analytics 4" steps={GUIDES.analytics} />
    case 'disconnect': {
      const isShared = sources.searchConsole?.status === 'connected'
      return (
        <DisconnectDialog
          {...dialogProps}
          name="Google Analytics"
          consequences={isShared ? [...REMOVED, WITH_SEARCH_CONSOLE] : REMOVED}
          work={() => disconnectAnalytics()}
        />
      )
    }
  }
}
