// The actions in the head of the admin dashboard: a button for each, and on phones one button and a menu.
import { Ellipsis, FileUp, Plus, ShieldPlus } from 'lucide-react'
import type { RefObject } from 'react'

import { Button, IconButton } from '../../ui/button'
import { MenuButton } from '../../ui/overlay/menu-button'
import { useAdminDashboard } from './admin-dashboard'

type DashboardActionsProps = {
  /** Whether Add Admin is the primary action instead of Add Client. The primary action is the last on every tab. */
  isAdmins: boolean
  addButton: RefObject<HTMLButtonElement | null>
}

export function DashboardActions({ isAdmins, addButton }: DashboardActionsProps) {
  const { openDialog } = useAdminDashboard()
  const importClients = () => openDialog({ is: 'import' })
  const addAdmin = () => openDialog({ is: 'add-admin' })
  const addClient = () => openDialog({ is: 'add' })
  const toneOf = (isPrimary: boolean) =>
    ({
      tone: isPrimary ? 'primary' : 'bordered',
      className: isPrimary ? 'client-add' : 'max-sm:hidden',
    }) as const
  const admin = (
    <Button
      key="admin"
      {...toneOf(isAdmins)}
      icon={<ShieldPlus size={16} aria-hidden="true" />}
      onClick={addAdmin}
    >
      Add Admin
    </Button>
  )
  const client = (
    <Button
      key="client"
      ref={addButton}
      {...toneOf(!isAdmins)}
      icon={<Plus size={16} aria-hidden="true" />}
      onClick={addClient}
    >
      Add Client
    </Button>
  )
  return (
    // Phones have space for one button only, without an icon.
    <div className="flex flex-wrap items-center gap-2 max-sm:gap-1">
      <Button
        className="max-sm:hidden"
        icon={<FileUp size={16} aria-hidden="true" />}
        onClick={importClients}
      >
        Import
      </Button>
      {isAdmins ? [client, admin] : [admin, client]}
      <MenuButton
        label="More actions"
        items={[
          { label: 'Import', icon: <FileUp size={16} />, onSelect: importClients },
          isAdmins
            ? { label: 'Add Client', icon: <Plus size={16} />, onSelect: addClient }
            : { label: 'Add Admin', icon: <ShieldPlus size={16} />, onSelect: addAdmin },
        ]}
        button={(props) => (
          <IconButton {...props} label="More actions" className="-mr-2 sm:hidden">
            <Ellipsis size={18} aria-hidden="true" />
          </IconButton>
        )}
      />
    </div>
  )
}
