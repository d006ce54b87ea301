// The sources that are coming soon: their guides, and a disconnect button for one that was connected before.
import { Megaphone, Search, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { ConnectionRow, SourceStatus } from '../../../db/rows/analytics'
import { Button } from '../../../ui/button'
import type { MenuItem } from '../../../ui/overlay/menu'
import { MenuButton } from '../../../ui/overlay/menu-button'
import { GUIDES } from './guides'
import { disconnectSearchConsole } from '../mutations'
import { DisconnectDialog, GuideDialog } from './source-dialogs'
import { MoreButton } from './more-button'
import { SourceFrame } from './source-frame'
import { useOfflineReason } from '../use-sources'

/** Decision 20: one Google access serves both sources. */
const REMOVED = [
  'The stored Google access and refresh tokens are removed, and our access is revoked at Google.',
  'Google Analytics uses the same access: it stops too, and asks you to reconnect. Its property and figures stay.',
]

export function SearchConsoleCard({ source }: { source: ConnectionRow | undefined }) {
  const [dialog, setDialog] = useState<{ open: boolean; n: number } | null>(null)
  const offline = useOfflineReason()
  const isStored = source?.status === 'connected'
  return (
    <Coming
      icon={<Search size={20} aria-hidden="true" />}
      name="Google Search Console"
      text="What people search for before they come."
      status={source?.status ?? null}
      steps={GUIDES.searchConsole}
      account={isStored ? source.connected_account : null}
      more={
        isStored
          ? [
              {
                label: 'Disconnect',
                icon: <Unplug size={16} />,
                danger: true,
                disabled: offline !== null,
                onSelect: () => setDialog((before) => ({ open: true, n: (before?.n ?? 0) + 1 })),
              },
            ]
          : []
      }
    >
      {dialog !== null && (
        <DisconnectDialog
          key={dialog.n}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
          name="Google Search Console"
          again="It cannot be connected again yet: Google Search Console is coming soon."
          consequences={REMOVED}
          work={() => disconnectSearchConsole()}
        />
      )}
    </Coming>
  )
}

export function FacebookAdsCard() {
  return (
    <Coming
      icon={<Megaphone size={20} aria-hidden="true" />}
      name="Facebook Ads"
      text="What your ads cost and what they return."
      status={null}
      steps={GUIDES.facebookAds}
      account={null}
      more={[]}
    />
  )
}

type ComingProps = {
  icon: ReactNode
  name: string
  text: string
  /** Connected shows instead of Coming Soon; null for a source that was never connected. */
  status: SourceStatus | null
  steps: readonly string[]
  account: string | null
  more: readonly MenuItem[]
  children?: ReactNode
}

function Coming({ icon, name, text, status, steps, account, more, children }: ComingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SourceFrame
      isQuiet
      icon={icon}
      name={name}
      text={account === null ? text : `${text} ${account}`}
      status={status === 'connected' ? 'connected' : 'coming_soon'}
      actions={
        <>
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Setup guide
          </Button>
          {more.length > 0 && (
            <MenuButton
              label={`More for ${name}`}
              items={more}
              button={(props) => <MoreButton {...props} />}
            />
          )}
        </>
      }
    >
      {children}
      <GuideDialog open={isOpen} onClose={() => setOpen(false)} name={name} steps={steps} />
    </SourceFrame>
  )
}
