// The admin dashboard: counters, clients, admins, audit log, and health of the installation.
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'

import type { ClientRow } from '../../db/rows/clients'
import { type DirectoryView, useDirectory } from '../../live/directory/use-directory'
import { cx } from '../../ui/cx'
import { PAGE_SPACE, PageHead, WIDE_BAND } from '../../ui/layout/page'
import { AdminDashboardContext, type ClientLinks, type Invitee } from './admin-dashboard'
import { Counters } from './counters'
import { DashboardActions } from './dashboard-actions'
import { DashboardNotice, type Notice } from './dashboard-notice'
import { ClientsPanel } from './list/panel'
import { type Choice, RowMenu } from './list/row-menu'
import { useClientRequests } from './list/use-client-requests'
import { type Tab, Tabs } from './tabs'
import { useDashboard } from './use-dashboard'
import { useDashboardDialog } from './use-dashboard-dialog'
import './clients.css'

const Dialogs = lazy(() => import('./dialogs/dialogs'))
const AdminList = lazy(() => import('./admins/admin-list'))
const AuditLog = lazy(() => import('./audit/audit-log'))
const Health = lazy(() => import('./installation/health'))
const ClientPage = lazy(() => import('./page/client-page'))

type ClientsScreenProps = ClientLinks & {
  /** URL of a client's report; of all its reports if the report's id is null. */
  reportOf: (clientId: string, reportId: string | null) => string
  /** The client whose page is shown instead of the tabs. */
  client: string | null
  tab: Tab
  tabHref: (tab: Tab) => string
  /** URL of the settings where an admin turns two-factor on. */
  securityHref: string
}

export function ClientsScreen(props: ClientsScreenProps) {
  const { reportOf, client, tab, tabHref, securityHref } = props
  const directory = useDirectory()
  const [notice, setNotice] = useState<Notice | null>(null)
  const { dialog, setDialog, addButton } = useDashboardDialog()
  const [added, setAdded] = useState<string | null>(null)
  const { dashboard, chosen, setChosen, menu } = useDashboard(props, setNotice, setDialog)
  const { scan, endSnooze } = useClientRequests(setNotice)

  const runChoice = useCallback(
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
  const result = (
    <DashboardNotice
      notice={notice}
      onScan={(client) => void scan(client)}
      onDismiss={() => setNotice(null)}
    />
  )
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
        <Overview
          directory={directory}
          tab={tab}
          tabHref={tabHref}
          securityHref={securityHref}
          actions={<DashboardActions tab={tab} addButton={addButton} />}
          notice={result}
        >
          <ClientsPanel directory={directory} chosen={chosen} onChoose={setChosen} added={added} />
        </Overview>
      )}
      {menu.clientId !== null && directory.is === 'ready' && (
        <RowMenu
          entry={directory.of.get(menu.clientId)}
          anchor={menu.button}
          isOnPage={client !== null}
          onClose={menu.close}
          onChoose={runChoice}
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

type OverviewProps = Pick<ClientsScreenProps, 'tab' | 'tabHref' | 'securityHref'> & {
  directory: DirectoryView
  actions: ReactNode
  /** Result of the last action. */
  notice: ReactNode
  /** The client list. */
  children: ReactNode
}

/** The tabs, always at the same place, and the content of the open one. Only the tab of the clients has counters. */
function Overview(props: OverviewProps) {
  const { directory, tab, tabHref, securityHref, actions, notice, children } = props
  const tally = directory.is === 'ready' && directory.isWhole ? directory.tally : null
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHead
        title="Admin Dashboard"
        className={cx(WIDE_BAND, PAGE_SPACE, 'pb-3 max-sm:items-center max-sm:pt-2 max-sm:pb-2')}
        aside={actions}
      />
      <Tabs tab={tab} hrefOf={tabHref} />
      {notice}
      {tab === 'clients' && (
        <>
          <Counters tally={tally} />
          {children}
        </>
      )}
      <Suspense fallback={null}>
        {tab === 'admins' && <AdminList securityHref={securityHref} auditHref={tabHref('audit')} />}
        {tab === 'audit' && <AuditLog />}
        {tab === 'health' && <Health />}
      </Suspense>
    </div>
  )
}
