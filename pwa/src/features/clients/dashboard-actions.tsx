// The actions in the head of the admin dashboard, each on the tab of what it adds. The primary action is the last.
import { Ellipsis, FileUp, Plus, ShieldPlus } from 'lucide-react'
import type { RefObject } from 'react'

import { Button, IconButton } from '../../ui/button'
import { MenuButton } from '../../ui/overlay/menu-button'
import { useAdminDashboard } from './admin-dashboard'
import type { Tab } from './tabs'

type DashboardActionsProps = { tab: Tab; addButton: RefObject<HTMLButtonElement | null> }

export function DashboardActions({ tab, addButton }: DashboardActionsProps) {
  const { openDialog } = useAdminDashboard()
  const importClients = () => openDialog({ is: 'import' })
  return (
    // As high as a button on every tab, so that the tabs below stay where they are.
    <div className="flex h-control items-center gap-2 max-sm:gap-1">
      {tab === 'clients' && (
        <>
          <Button
            className="max-sm:hidden"
            icon={<FileUp size={16} aria-hidden="true" />}
            onClick={importClients}
          >
            Import
          </Button>
          <Button
            ref={addButton}
            tone="primary"
            className="client-add"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => openDialog({ is: 'add' })}
          >
            Add Client
          </Button>
          <MenuButton
            label="More actions"
            items={[{ label: 'Import', icon: <FileUp size={16} />, onSelect: importClients }]}
            button={(props) => (
              <IconButton {...props} label="More actions" className="-mr-2 sm:hidden">
                <Ellipsis size={18} aria-hidden="true" />
              </IconButton>
            )}
          />
        </>
      )}
      {tab === 'admins' && (
        <Button
          tone="primary"
          className="client-add"
          icon={<ShieldPlus size={16} aria-hidden="true" />}
          onClick={() => openDialog({ is: 'add-admin' })}
        >
          Add Admin
        </Button>
      )}
    </div>
  )
}
