// The admin dashboard: counters, clients, admins, audit log, and health of the installation.
import { Ellipsis, FileUp, Plus, ShieldPlus } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { ClientRow } from '../../db/rows/rows'
import { type DashboardDialog, openedDialog } from '../../lib/navigation'
import { useDirectory } from '../../live/directory/use-directory'
import { Button, IconButton } from '../../ui/button'
import { cx } from '../../ui/cx'
import { MenuButton } from '../../ui/overlay/menu-button'
import { PAGE_SPACE, PageHead } from '../../ui/page'
import { AdminList } from './admin-list'
import { ClientsPanel } from './list/panel'
import { Counters } from './counters'
import {
  type DialogRequest,
  type AdminDashboard,
  AdminDashboardContext,
  type Invitee,
} from './admin-dashboard'
import { type Choice, RowMenu } from './list/row-menu'
import { ActionResult } from './action-result'
import { type ScanRequest, ScanResult } from './scan-result'
import { type Tab, Tabs } from './tabs'
import { useAccessSwitch } from './list/use-access-switch'
import { useClientRequests } from './list/use-client-requests'
import './clients.css'

const Dialogs = lazy(() => import('./dialogs/dialogs'))
const AuditLog = lazy(() => import('./audit/audit-log'))
const Health = lazy(() => import('./installation/health'))
const ClientPage = lazy(() => import('./page/client-page'))

/** Opens the dialog that a navigation asks for, once: not again after a reload or Back. */
function useDialogOnArrival(open: (dialog: DialogRequest) => void): void {
  const { state, key } = useLocation() as { state: unknown; key: string }
  const navigate = useNavigate()
  const opens = openedDialog(state)
  const openNow = useEffectEvent((is: DashboardDialog) => {
    open({ is })
    void navigate('.', { replace: true, state: null })
  })
  useEffect(() => {
    if (opens !== null) openNow(opens)
  }, [opens, key])
}

type ClientsScreenProps = {
  /** URLs of a client's conversation and reports. */
  hrefOf: (clientId: string) => string
  reportsOf: (clientId: string) => string
  /** URL of an admin's view as this client. */
  viewOf: (clientId: string) => string
  /** URL of a client's page, and of one of its reports. */
  clientOf: (clientId: string) => string
  reportOf: (clientId: string, reportId: string | null) => string
  /** The client whose page is shown instead of the tabs. */
  client: string | null
  tab: Tab
  tabHref: (tab: Tab) => string
}

export function ClientsScreen(props: ClientsScreenProps) {
  const { hrefOf, reportsOf, viewOf, clientOf, reportOf, client, tab, tabHref } = props
  const directory = useDirectory()
  // Result of the last action. A requested scan is an object, because its notice follows the scan's state.
  const [notice, setNotice] = useState<string | ScanRequest | null>(null)
  const [dialog, setDialog] = useState<DialogRequest | null>(null)
  useDialogOnArrival(setDialog)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [added, setAdded] = useState<string | null>(null)
  const [menuFor, setMenuFor] = useState<string | null>(null)
  const anchor = useRef<HTMLElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const switchAccess = useAccessSwitch(setNotice)

  const dashboard = useMemo<AdminDashboard>(
    () => ({
      openDialog: (next) => {
        setNotice(null)
        setDialog(next)
      },
      switchAccess,
      openMenu: (client, at) => {
        anchor.current = at
        setMenuFor((before) => (before === client.id ? null : client.id))
      },
      choose: (id, isChosen) =>
        setChosen((before) => {
          const next = new Set(before)
          if (isChosen) next.add(id)
          else next.delete(id)
          return next
        }),
      threadOf: hrefOf,
      reportsOf,
      viewOf,
      clientOf,
    }),
    [switchAccess, hrefOf, reportsOf, viewOf, clientOf],
  )
  const { scan, endSnooze } = useClientRequests(setNotice)
  const follow = useCallback(
    (choice: Choice, client: ClientRow) => {
      if (choice === 'scan') void scan(client)
      else if (choice === 'wake') void endSnooze(client)
      else dashboard.openDialog({ is: choice, client })
    },
    [dashboard, scan, endSnooze],
  )
  const done = (text: string) => {
    setDialog(null)
    setNotice(text)
  }
  const showAdded = (client: Invitee) => {
    setAdded(client.id)
    setDialog({ is: 'added', client })
  }
  // The invitation dialog replaces the Add Client dialog, so it cannot return the focus to the button itself.
  useEffect(() => {
    const button = addButton.current
    return dialog?.is === 'added' ? () => button?.focus() : undefined
  }, [dialog])
  const result = (
    <>
      {typeof notice === 'string' && <ActionResult text={notice} onDismiss={() => setNotice(null)} />}
      {notice !== null && typeof notice === 'object' && (
        <ScanResult
          request={notice}
          onAgain={() => void scan(notice.client)}
          onDismiss={() => setNotice(null)}
        />
      )}
    </>
  )
  // The tab of the admins has its own primary action.
  const isAdmins = tab === 'admins'
  const tally = directory.is === 'ready' && directory.isWhole ? directory.tally : null
  return (
    <AdminDashboardContext value={dashboard}>
      {client !== null ? (
        <Suspense fallback={null}>
          <ClientPage
            key={client}
            id={client}
            directory={directory}
            listHref={tabHref('clients')}
            reportOf={reportOf}
            notice={result}
          />
        </Suspense>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col">
          <PageHead
            title="Admin Dashboard"
            className={cx(PAGE_SPACE, 'pb-3 max-sm:items-center max-sm:pt-2 max-sm:pb-2')}
            // Phones have no room for the icons, and for one button only.
            aside={
              <div className="flex flex-wrap items-center gap-2 max-sm:gap-1">
                <Button
                  className="max-sm:hidden"
                  icon={<FileUp size={16} aria-hidden="true" />}
                  onClick={() => dashboard.openDialog({ is: 'import' })}
                >
                  Import
                </Button>
                <Button
                  tone={isAdmins ? 'primary' : 'plain'}
                  className={isAdmins ? 'order-1 max-sm:[&_svg]:hidden' : 'max-sm:hidden'}
                  icon={<ShieldPlus size={16} aria-hidden="true" />}
                  onClick={() => dashboard.openDialog({ is: 'add-admin' })}
                >
                  Add Admin
                </Button>
                <Button
                  ref={addButton}
                  tone={isAdmins ? 'plain' : 'primary'}
                  className={isAdmins ? 'max-sm:hidden' : 'max-sm:[&_svg]:hidden'}
                  icon={<Plus size={16} aria-hidden="true" />}
                  onClick={() => dashboard.openDialog({ is: 'add' })}
                >
                  Add Client
                </Button>
                <MenuButton
                  label="More actions"
                  items={[
                    {
                      label: 'Import',
                      icon: <FileUp size={16} />,
                      onSelect: () => dashboard.openDialog({ is: 'import' }),
                    },
                    isAdmins
                      ? {
                          label: 'Add Client',
                          icon: <Plus size={16} />,
                          onSelect: () => dashboard.openDialog({ is: 'add' }),
                        }
                      : {
                          label: 'Add Admin',
                          icon: <ShieldPlus size={16} />,
                          onSelect: () => dashboard.openDialog({ is: 'add-admin' }),
                        },
                  ]}
                  button={(props) => (
                    <IconButton {...props} label="More actions" className="order-2 -mr-2 sm:hidden">
                      <Ellipsis size={18} aria-hidden="true" />
                    </IconButton>
                  )}
                />
              </div>
            }
          />
          <Counters tally={tally} {...(tab !== 'clients' && { className: 'max-sm:hidden' })} />
          {result}
          <Tabs tab={tab} hrefOf={tabHref} />
          {tab === 'clients' && (
            <ClientsPanel directory={directory} chosen={chosen} onChoose={setChosen} added={added} />
          )}
          {tab === 'admins' && <AdminList />}
          <Suspense fallback={null}>
            {tab === 'audit' && <AuditLog />}
            {tab === 'health' && <Health />}
          </Suspense>
        </div>
      )}
      {menuFor !== null && directory.is === 'ready' && (
        <RowMenu
          entry={directory.of.get(menuFor)}
          anchor={anchor}
          isOnPage={client !== null}
          onClose={() => setMenuFor(null)}
          onChoose={follow}
        />
      )}
      <Suspense fallback={null}>
        {dialog !== null && (
          <Dialogs dialog={dialog} onClose={() => setDialog(null)} onDone={done} onAdded={showAdded} />
        )}
      </Suspense>
    </AdminDashboardContext>
  )
}
