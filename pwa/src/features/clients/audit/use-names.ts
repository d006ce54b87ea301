// Names for the ids in audit log entries: clients and their users, admins, chatbots and reports.
import { useRows } from '../../../live/view'
import type { AuditEvent } from '../remote'
import { idsOf, type Named, type Names } from './event-text'

const NOTHING: Names = new Map()

/** Maps the ids of audit log entries to names; null while the rows with the names load. */
export function useNames(events: readonly AuditEvent[] | null): Names | null {
  return useNamesOf((events ?? []).flatMap(idsOf))
}

/** Maps ids to names; null while the rows with the names load. A scan has the name of its client. */
export function useNamesOf(mentioned: readonly string[]): Names | null {
  const ids = [...new Set(mentioned)]
  const view = useRows(
    'w',
    async ({ admins, clients, chatbots, reports, scan_runs }) => {
      const [companies, bots, written] = await Promise.all([
        clients.bulkGet(ids),
        chatbots.bulkGet(ids),
        reports.bulkGet(ids),
      ])
      const names = new Map<string, Named>()
      for (const [at, id] of ids.entries()) {
        const company = companies[at]
        const name = company?.company_name ?? bots[at]?.bot_name ?? written[at]?.title
        if (name !== undefined) names.set(id, { name, clientId: company?.id ?? null })
      }
      const scans = (await scan_runs.bulkGet(ids)).filter((run) => run !== undefined)
      const scanned = await clients.bulkGet(scans.map(({ client_id }) => client_id))
      for (const [at, { id }] of scans.entries()) {
        const company = scanned[at]
        if (company !== undefined) names.set(id, { name: company.company_name, clientId: company.id })
      }
      // The other ids may be users, who are stored only as the owner of a client or as an admin.
      const unnamed = new Set<string | null>(ids.filter((id) => !names.has(id)))
      if (unnamed.size > 0) {
        await clients
          .filter(({ user_id }) => unnamed.has(user_id))
          .each(({ id, user_id, company_name }) =>
            names.set(user_id ?? '', { name: company_name, clientId: id }),
          )
        await admins
          .filter(({ user_id }) => unnamed.has(user_id))
          .each(({ user_id, name }) => names.set(user_id ?? '', { name, clientId: null }))
      }
      return { names }
    },
    [ids.join(' ')],
    ({ names }) => names.size > 0,
  )
  if (view.is === 'loading') return null
  return view.is === 'ready' ? view.names : NOTHING
}
