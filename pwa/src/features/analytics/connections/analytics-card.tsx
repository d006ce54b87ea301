// Google Analytics 4 on the connections screen: its status and all its actions.
import { useState } from 'react'

import { Alert } from '../../../ui/feedback/alert'
import { Button } from '../../../ui/button'
import { MenuButton } from '../../../ui/overlay/menu-button'
import { actionsOf, type DialogKind } from './analytics-actions'
import { AnalyticsDialog } from './analytics-dialog'
import { ConnectionDetails } from './connection-details'
import type { Sources } from '../queries'
import { MoreButton } from './more-button'
import { SourceFrame } from '../source-frame'
import { useOfflineReason } from '../use-sources'

export function AnalyticsCard({ sources, connectPath }: { sources: Sources; connectPath: string }) {
  // The last opened dialog stays mounted while it closes; `openCount` gives each opening a new key.
  const [dialog, setDialog] = useState<{ kind: DialogKind; open: boolean; openCount: number } | null>(null)
  const offline = useOfflineReason()
  const { analytics: source, hasProperty } = sources
  const status = source?.status ?? 'not_connected'
  const account = source?.connected_account ?? null
  const { main, more } = actionsOf(sources)

  const openDialog = (kind: DialogKind) =>
    setDialog((before) => ({ kind, open: true, openCount: (before?.openCount ?? 0) + 1 }))
  const close = () => setDialog((before) => before && { ...before, open: false })
  const isOff = offline !== null
  const mainProps = {
    disabled: isOff,
    'aria-haspopup': 'dialog',
    onClick: () => openDialog(main.kind),
  } as const
  return (
    <SourceFrame
      source="analytics"
      name="Google Analytics 4"
      status={status}
      text="How many people visit your website, and where they come from."
      {...(main.kind !== 'refresh' && {
        action: (
          <Button tone="primary" {...mainProps}>
            {main.text}
          </Button>
        ),
      })}
      {...((account !== null || hasProperty) && {
        details: (
          <ConnectionDetails
            sources={sources}
            refresh={
              main.kind === 'refresh' ? (
                <Button
                  tone="borderless"
                  size="sm"
                  icon={<main.Icon size={15} aria-hidden="true" />}
                  {...mainProps}
                >
                  {main.text}
                </Button>
              ) : null
            }
          />
        ),
      })}
      menu={
        <MenuButton
          label="More for Google Analytics 4"
          items={more.map(({ kind, text, Icon }) => ({
            label: text,
            icon: <Icon size={16} />,
            onSelect: () => openDialog(kind),
            disabled: isOff && kind !== 'guide',
            danger: kind === 'disconnect',
            startsGroup: kind === 'disconnect',
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
          key={dialog.openCount}
          kind={dialog.kind}
          open={dialog.open}
          onClose={close}
          sources={sources}
          connectPath={connectPath}
        />
      )}
    </SourceFrame>
  )
}
