// Context of the admin dashboard: rows use it to open dialogs and menus, switch access, and select clients.
import { createContext, use } from 'react'

import type { ClientRow } from '../../db/rows/clients'
import type { DirectoryEntry } from '../../live/directory/use-directory'

/** Dialogs about one existing client. */
export type DialogKind = 'edit' | 'invite' | 'link' | 'video' | 'script' | 'history' | 'snooze'
export type DialogRequest =
  | { is: DialogKind; client: ClientRow }
  | { is: 'added'; client: Invitee }
  | { is: 'add' | 'add-admin' | 'import' }
/** The data of a new client, before its row has arrived. */
export type Invitee = Pick<ClientRow, 'id' | 'user_id' | 'company_name' | 'contact_name' | 'contact_email'>

/** URLs of a client's page, conversation and reports, and of an admin's view as this client. */
export interface ClientLinks {
  clientOf: (id: string) => string
  threadOf: (id: string) => string
  reportsOf: (id: string) => string
  viewOf: (id: string) => string
}

export interface AdminDashboard extends ClientLinks {
  /** Actions that are sent at once are disabled, with `NEEDS_CONNECTION` as the reason. */
  isOffline: boolean
  openDialog: (dialog: DialogRequest) => void
  /** Activates or deactivates at once, and offers Undo for 10 s. */
  switchAccess: (clients: readonly ClientRow[], status: 'active' | 'inactive') => void
  /** Marks the client's messages as needing no answer, and offers Undo for 10 s. */
  endWait: (entry: DirectoryEntry) => void
  openMenu: (client: ClientRow, anchor: HTMLElement) => void
  choose: (id: string, chosen: boolean) => void
}

export const NEEDS_CONNECTION = 'This needs a connection.'

export const AdminDashboardContext = createContext<AdminDashboard | null>(null)

export function useAdminDashboard(): AdminDashboard {
  const dashboard = use(AdminDashboardContext)
  if (dashboard === null) throw new Error('useAdminDashboard needs an AdminDashboardContext above it')
  return dashboard
}
