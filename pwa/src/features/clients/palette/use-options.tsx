// The palette's options for a query: clients, screens and actions. Without a query, the last choices come first.
import { FilePlus, FileUp, type LucideIcon, MessagesSquare, Plus, ShieldPlus } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'

import { openingDialog, WRITE_REPORT } from '../../../lib/navigation'
import { durationText } from '../../../lib/text/days'
import {
  type DirectoryEntry,
  longestWaits,
  useDirectory,
  waitsSince,
  withoutSnoozed,
} from '../../../live/directory/use-directory'
import { foldText } from '../../../live/directory/entry'
import { useLive } from '../../../live/live'
import { Avatar } from '../../../ui/avatar'
import { useMinute } from '../../../ui/hooks/use-now'
import { best, pointsOf, wordsOf } from './match'
import { recentKeys, countsOfUse } from './recent'

export interface Target {
  to: string
  state?: object
}

export interface Option {
  /** Contains no spaces, because the recent keys are stored as one text. */
  key: string
  /** The heading of the option's group, for example the name of the client whose page is open. */
  group: string
  label: string
  hint?: string
  icon: ReactNode
  /** The screen that it opens; `pick-client` asks for a client first. */
  target: Target | 'pick-client'
  /** The second action, with Ctrl and Enter. */
  message?: Target
  /** The option depends on the open page or the time, so it is never offered as a recent choice. */
  isTransient?: true
}

export interface PaletteLinks {
  dashboardHref: string
  clientOf: (id: string) => string
  threadOf: (id: string) => string
  reportsOf: (id: string) => string
  /** The client whose page is open. */
  client: string | null
  screens: readonly { label: string; to: string; Icon: LucideIcon }[]
}

const CLIENTS = 7
const OTHERS = 5
const NONE: readonly DirectoryEntry[] = []

/** `forReport` offers only clients, for a new report. */
export function useOptions(query: string, forReport: boolean, links: PaletteLinks): readonly Option[] {
  const { userId } = useLive()
  const directory = useDirectory()
  const now = useMinute()
  const entries = directory.is === 'ready' ? directory.byCompany : NONE
  return useMemo(() => {
    const words = wordsOf(query)
    const clientOption = (entry: DirectoryEntry) => optionOf(entry, now, forReport, links)
    if (forReport) {
      return (words.length === 0 ? entries.slice(0, CLIENTS) : matchingClients(entries, words)).map(
        clientOption,
      )
    }
    // The sort is stable, so unused options stay in the order of the menu.
    const uses = countsOfUse(userId)
    const byUse = (one: Option, other: Option) => (uses.get(other.key) ?? 0) - (uses.get(one.key) ?? 0)
    const others = [...actionsOf(links).sort(byUse), ...screensOf(links).sort(byUse)]
    const pageActions = pageActionsOf(
      entries.find(({ client }) => client.id === links.client),
      links,
    )
    if (words.length === 0) {
      const recent = recentKeys(userId).flatMap((key): Option[] => {
        const entry = key.startsWith('client:')
          ? entries.find((one) => `client:${one.client.id}` === key)
          : undefined
        const option = entry ? clientOption(entry) : others.find((one) => one.key === key)
        return option === undefined ? [] : [{ ...option, group: 'Recent' }]
      })
      return [
        ...pageActions,
        ...waitingOf(entries, now, links),
        ...recent,
        ...others.filter(({ key }) => recent.every((one) => one.key !== key)),
      ]
    }
    return [
      ...matchingClients(entries, words).map(clientOption),
      ...best([...pageActions, ...others], ({ label }) => pointsOf(words, foldText(label)), OTHERS),
    ]
  }, [query, forReport, links, entries, userId, now])
}

/** The clients whose company or contact matches; the company counts more. */
function matchingClients(entries: readonly DirectoryEntry[], words: readonly string[]): DirectoryEntry[] {
  return best(
    entries,
    (entry) => {
      const byName = pointsOf(words, entry.name)
      return byName > 0 ? byName * 2 : pointsOf(words, entry.words)
    },
    CLIENTS,
  )
}

function optionOf(entry: DirectoryEntry, now: number, forReport: boolean, links: PaletteLinks): Option {
  const { client } = entry
  const since = waitsSince(entry)
  const wait = since === null ? '' : ` · Waiting ${durationText(now - Date.parse(since))}`
  const option = {
    key: `client:${client.id}`,
    group: 'Clients',
    label: client.company_name,
    hint: client.contact_name + wait,
    icon: <Avatar name={client.company_name} size="sm" />,
  } as const
  return forReport
    ? { ...option, target: { to: links.reportsOf(client.id), state: WRITE_REPORT } }
    : { ...option, target: { to: links.clientOf(client.id) }, message: { to: links.threadOf(client.id) } }
}

/** The most frequent actions on the client whose page is open. */
function pageActionsOf(entry: DirectoryEntry | undefined, links: PaletteLinks): Option[] {
  if (entry === undefined) return []
  const { id, company_name: group } = entry.client
  return [
    {
      key: 'page:message',
      group,
      label: 'Message',
      icon: <MessagesSquare {...ICON} />,
      target: { to: links.threadOf(id) },
      isTransient: true,
    },
    {
      key: 'page:report',
      group,
      label: 'Write report',
      icon: <FilePlus {...ICON} />,
      target: { to: links.reportsOf(id), state: WRITE_REPORT },
      isTransient: true,
    },
  ]
}

/** The client to answer next, unless its page is open. */
function waitingOf(entries: readonly DirectoryEntry[], now: number, links: PaletteLinks): Option[] {
  const [longest] = withoutSnoozed(longestWaits(entries), now)
  const since = longest === undefined ? null : waitsSince(longest)
  if (longest === undefined || since === null || longest.client.id === links.client) return []
  const { id, company_name } = longest.client
  return [
    {
      key: 'waiting',
      group: 'Waits longest',
      label: `Answer ${company_name}`,
      hint: `Waiting ${durationText(now - Date.parse(since))}`,
      icon: <Avatar name={company_name} size="sm" />,
      target: { to: links.threadOf(id) },
      isTransient: true,
    },
  ]
}

const ICON = { size: 16, 'aria-hidden': true } as const

function actionsOf({ dashboardHref: to }: PaletteLinks): Option[] {
  const group = 'Actions'
  return [
    {
      key: 'add',
      group,
      label: 'Add Client',
      icon: <Plus {...ICON} />,
      target: { to, state: openingDialog('add') },
    },
    { key: 'report', group, label: 'New Report', icon: <FilePlus {...ICON} />, target: 'pick-client' },
    {
      key: 'import',
      group,
      label: 'Import clients',
      icon: <FileUp {...ICON} />,
      target: { to, state: openingDialog('import') },
    },
    {
      key: 'admin',
      group,
      label: 'Add Admin',
      icon: <ShieldPlus {...ICON} />,
      target: { to, state: openingDialog('add-admin') },
    },
  ]
}

function screensOf({ screens }: PaletteLinks): Option[] {
  return screens.map(({ label, to, Icon }) => ({
    key: to,
    group: 'Screens',
    label,
    icon: <Icon {...ICON} />,
    target: { to },
  }))
}
