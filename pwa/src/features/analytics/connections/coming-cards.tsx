// The sources that are coming soon, with steps to prepare for them. A stored access can be disconnected.
import { BookOpen, CircleCheck, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { ConnectionRow } from '../../../db/rows/analytics'
import { Button } from '../../../ui/button'
import type { MenuItem } from '../../../ui/overlay/menu'
import { MenuButton } from '../../../ui/overlay/menu-button'
import { GUIDES } from './guides'
import { disconnectSearchConsole } from '../mutations'
import { DisconnectDialog, GuideDialog } from '../source-dialogs'
import { MoreButton } from './more-button'
import { SourceFrame } from '../source-frame'
import type { Source } from '../source-mark'
import { useOfflineReason } from '../use-sources'

/** Decision 20: one Google access serves both sources. */
const REMOVED = [
  'The stored Google access and refresh tokens are removed, and our access is revoked at Google.',
  'Google Analytics uses the same access: it stops too, and asks you to reconnect. Its property and figures stay.',
]

export function SearchConsoleCard({ source }: { source: ConnectionRow | undefined }) {
  const [dialog, setDialog] = useState<{ open: boolean; openCount: number } | null>(null)
  const offline = useOfflineReason()
  const isStored = source?.status === 'connected'
  return (
    <ComingCard
      source="search-console"
      name="Google Search Console"
      text="What people search for before they come."
      hasAccess={isStored}
      steps={GUIDES.searchConsole}
      account={isStored ? source.connected_account : null}
      more={
        isStored
          ? [
              {
                label: 'Disconnect',
                icon: <Unplug size={16} />,
                danger: true,
                startsGroup: true,
                disabled: offline !== null,
                onSelect: () =>
                  setDialog((before) => ({ open: true, openCount: (before?.openCount ?? 0) + 1 })),
              },
            ]
          : []
      }
    >
      {dialog !== null && (
        <DisconnectDialog
          key={dialog.openCount}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
          name="Google Search Console"
          reconnectText="It cannot be connected again yet: Google Search Console is coming soon."
          consequences={REMOVED}
          work={() => disconnectSearchConsole()}
        />
      )}
    </ComingCard>
  )
}

export function FacebookAdsCard() {
  return (
    <ComingCard
      source="facebook-ads"
      name="Facebook Ads"
      text="What your ads cost and what they return."
      hasAccess={false}
      steps={GUIDES.facebookAds}
      account={null}
      more={[]}
    />
  )
}

type ComingCardProps = {
  source: Source
  name: string
  text: string
  /** Whether access to the source is stored. Its figures are not read yet, so it is "coming soon" (decision 21). */
  hasAccess: boolean
  steps: readonly string[]
  account: string | null
  more: readonly MenuItem[]
  children?: ReactNode
}

function ComingCard({ source, name, text, hasAccess, steps, account, more, children }: ComingCardProps) {
  const [isOpen, setOpen] = useState(false)
  const openGuide = () => setOpen(true)
  return (
    <SourceFrame
      source={source}
      name={name}
      text={
        <>
          <p>{text}</p>
          {hasAccess ? (
            <p className="mt-1.5 flex gap-1.5 text-sm">
              <CircleCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
              <span className="min-w-0 break-words">
                Access granted{account !== null && ` for ${account}`}. Its figures appear here once this
                source opens.
              </span>
            </p>
          ) : (
            <Button
              tone="borderless"
              size="sm"
              icon={<BookOpen size={15} aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={openGuide}
              className="-mb-2 -ml-2.5"
            >
              How to prepare
            </Button>
          )}
        </>
      }
      status="coming_soon"
      {...(hasAccess && {
        menu: (
          <MenuButton
            label={`More for ${name}`}
            items={[{ label: 'Setup guide', icon: <BookOpen size={16} />, onSelect: openGuide }, ...more]}
            button={(props) => <MoreButton {...props} label={`More for ${name}`} />}
          />
        ),
      })}
    >
      {children}
      <GuideDialog open={isOpen} onClose={() => setOpen(false)} name={name} steps={steps} />
    </SourceFrame>
  )
}
