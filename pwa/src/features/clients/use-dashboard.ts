// The actions of the admin dashboard's rows: the value of its context, the chosen clients, and the open menu.
import { type RefObject, useMemo, useRef, useState } from 'react'

import { useSyncStatus } from '../../live/live'
import type { AdminDashboard, ClientLinks, DialogRequest } from './admin-dashboard'
import type { Notice } from './dashboard-notice'
import { useAccessSwitch } from './list/use-access-switch'
import { useEndWait } from './use-end-wait'

interface Dashboard {
  dashboard: AdminDashboard
  /** Ids of the selected clients. */
  chosen: ReadonlySet<string>
  setChosen: (chosen: ReadonlySet<string>) => void
  menu: RowMenuState
}

interface RowMenuState {
  /** The client whose menu is open. */
  clientId: string | null
  /** The button that opened it. */
  button: RefObject<HTMLElement | null>
  close: () => void
}

export function useDashboard(
  { threadOf, reportsOf, viewOf, clientOf }: ClientLinks,
  setNotice: (notice: Notice | null) => void,
  setDialog: (dialog: DialogRequest) => void,
): Dashboard {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [menuFor, setMenuFor] = useState<string | null>(null)
  const menuButton = useRef<HTMLElement>(null)
  const switchAccess = useAccessSwitch(setNotice)
  const endWait = useEndWait(setNotice)
  const isOffline = useSyncStatus().link.is === 'offline'

  const dashboard = useMemo<AdminDashboard>(
    () => ({
      isOffline,
      openDialog: (next) => {
        setNotice(null)
        setDialog(next)
      },
      switchAccess,
      endWait,
      openMenu: (client, button) => {
        menuButton.current = button
        setMenuFor((before) => (before === client.id ? null : client.id))
      },
      choose: (id, isChosen) =>
        setChosen((before) => {
          const next = new Set(before)
          if (isChosen) next.add(id)
          else next.delete(id)
          return next
        }),
      threadOf,
      reportsOf,
      viewOf,
      clientOf,
    }),
    [isOffline, setNotice, setDialog, switchAccess, endWait, threadOf, reportsOf, viewOf, clientOf],
  )
  const menu = { clientId: menuFor, button: menuButton, close: () => setMenuFor(null) }
  return { dashboard, chosen, setChosen, menu }
}
