// Names of the subjects of audit log entries: clients, chatbots and reports in the replica.
import { useRows } from '../../../live/view'
import type { AuditEvent } from '../remote'

const NOTHING: ReadonlyMap<string, string> = new Map()

/** Maps subject ids to names. */
export function useNames(events: readonly AuditEvent[] | null): ReadonlyMap<string, string> {
  const ids = [...new Set((events ?? []).map((event) => event.subject))]
  const view = useRows(
    'w',
    async ({ clients, chatbots, reports }) => {
      const [companies, bots, written] = await Promise.all([
        clients.bulkGet(ids),
        chatbots.bulkGet(ids),
        reports.bulkGet(ids),
      ])
      const names = new Map(
        ids.flatMap((id, at) => {
          const name = companies[at]?.company_name ?? bots[at]?.bot_name ?? written[at]?.title
          return name === undefined ? [] : [[id, name] as const]
        }),
      )
      return { names }
    },
    [ids.join(' ')],
    ({ names }) => names.size > 0,
  )
  return view.is === 'ready' ? view.names : NOTHING
}
