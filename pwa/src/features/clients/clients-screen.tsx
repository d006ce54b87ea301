// The admins' dashboard: counters, every client, the admins, what was done, and how the installation is.
import { FileUp, Plus, ShieldPlus } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'

import type { ClientRow } from '../../db/rows'
import { useDirectory } from '../../live/use-directory'
import { Button } from '../../ui/button'
import { scanNow, snooze } from './actions'
import { AdminList } from './admin-list'
import { ClientsPanel } from './clients-panel'
import { Counters } from './counters'
import { type Asked, type Desk, DeskContext } from './desk'
import { type Choice, RowMenu } from './row-menu'
import { Said } from './said'
import { type Tab, Tabs } from './tabs'
import { useSwitch } from './use-switch'

const Dialogs = lazy(() => import('./dialogs'))
const AuditLog = lazy(() => import('./audit-log'))
const Health = lazy(() => import('./health'))

type ClientsScreenProps = {
  /** The addresses of a client's conversation and reports. */
  hrefOf: (clientId: string) => string
  reportsOf: (clientId: string) => string
  /** Where an admin sees what a client sees. */
  viewOf: (clientId: string) => string
  tab: Tab
  tabHref: (tab: Tab) => string
}

export function ClientsScreen({ hrefOf, reportsOf, viewOf, tab, tabHref }: ClientsScreenProps) {
  const directory = useDirectory()
  const [said, setSaid] = useState<string | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [menuFor, setMenuFor] = useState<string | null>(null)
  const anchor = useRef<HTMLElement>(null)
  const switchAccess = useSwitch(setSaid)

  const desk = useMemo<Desk>(
    () => ({
      ask: (next) => {
        setSaid(null)
        setAsked(next)
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
    }),
    [switchAccess, hrefOf, reportsOf],
  )
  const follow = useCallback(
    (choice: Choice, client: ClientRow) => {
      const tell = async (work: Promise<{ refused: { message: string } } | { value: unknown }>, text: string | null) => {
        const reply = await work
        if ('refused' in reply || text !== null) setSaid('refused' in reply ? reply.refused.message : text)
      }
      if (choice === 'scan') void tell(scanNow(client.id), `Scan of ${client.company_name} asked for successfully.`)
      else if (choice === 'wake') void tell(snooze(client.id, null), null)
      else desk.ask({ is: choice, client })
    },
    [desk],
  )
  const done = (text: string) => {
    setAsked(null)
    setSaid(text)
  }
  const added = (text: string, id: string) => {
    setSaid(text)
    const client = directory.is === 'ready' ? directory.of.get(id)?.client : undefined
    setAsked(client === undefined ? null : { is: 'invite', client })
  }
  const tally = directory.is === 'ready' && (directory.isWhole || directory.tally.total > 0) ? directory.tally : null
  return (
    <DeskContext value={desk}>
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 pt-4 pb-3 lg:px-6">
          <h1 className="text-xl font-semibold text-ink">Admin Dashboard</h1>
          {/* On phones the words alone have room. */}
          <div className="flex flex-wrap items-center gap-2 max-sm:[&_svg]:hidden">
            <Button icon={<FileUp size={16} aria-hidden="true" />} onClick={() => desk.ask({ is: 'import' })}>
              Import
            </Button>
            <Button icon={<ShieldPlus size={16} aria-hidden="true" />} onClick={() => desk.ask({ is: 'add-admin' })}>
              Add Admin
            </Button>
            <Button tone="primary" icon={<Plus size={16} aria-hidden="true" />} onClick={() => desk.ask({ is: 'add' })}>
              Add Client
            </Button>
          </div>
        </div>
        <Counters tally={tally} />
        {said !== null && <Said text={said} onDismiss={() => setSaid(null)} />}
        <Tabs tab={tab} hrefOf={tabHref} />
        {tab === 'clients' && <ClientsPanel directory={directory} chosen={chosen} onChoose={setChosen} />}
        {tab === 'admins' && <AdminList />}
        <Suspense fallback={null}>
          {tab === 'audit' && <AuditLog />}
          {tab === 'health' && <Health />}
        </Suspense>
      </div>
      {menuFor !== null && directory.is === 'ready' && (
        <RowMenu entry={directory.of.get(menuFor)} anchor={anchor} viewOf={viewOf} onClose={() => setMenuFor(null)} onChoose={follow} />
      )}
      <Suspense fallback={null}>
        {asked !== null && <Dialogs asked={asked} onClose={() => setAsked(null)} onDone={done} onAdded={added} />}
      </Suspense>
    </DeskContext>
  )
}
