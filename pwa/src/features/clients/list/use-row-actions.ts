// Hook for one click handler for all rows. It finds the client by the row's `data-key`.
import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router'

import type { DirectoryEntry } from '../../../live/directory/use-directory'
import { useAdminDashboard } from '../admin-dashboard'

/** Click handler for the list element. Handles `[data-act]` buttons, and navigates links within the app. */
export function useRowActions(of: ReadonlyMap<string, DirectoryEntry>): (event: MouseEvent) => void {
  const dashboard = useAdminDashboard()
  const navigate = useNavigate()
  return useCallback(
    (event) => {
      const at = event.target instanceof Element ? event.target : null
      const href = at?.closest('a')?.getAttribute('href')
      if (typeof href === 'string') {
        if (isUnmodifiedClick(event)) {
          event.preventDefault()
          void navigate(href)
        }
        return
      }
      const button = at?.closest<HTMLElement>('[data-act]:not(:disabled)')
      const client = of.get(button?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? '')?.client
      if (!button || client === undefined) return
      const act = button.dataset['act']
      if (act === 'active' || act === 'inactive') dashboard.switchAccess([client], act)
      else if (act === 'video' || act === 'script' || act === 'history')
        dashboard.openDialog({ is: act, client })
      else dashboard.openMenu(client, button)
    },
    [of, dashboard, navigate],
  )
}

/** Whether the click opens no new tab or window. */
function isUnmodifiedClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
