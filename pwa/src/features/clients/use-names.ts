// What things that deeds were done to are called: clients, bots and reports, as far as this device knows them.
import { useStored } from '../../live/live'
import type { Deed } from './actions'

const NOTHING: ReadonlyMap<string, string> = new Map()

/** By id. */
export function useNames(deeds: readonly Deed[] | null): ReadonlyMap<string, string> {
  const ids = [...new Set((deeds ?? []).map((deed) => deed.subject))]
  const found = useStored(
    async ({ clients, chatbots, reports }) => {
      const [companies, bots, written] = await Promise.all([clients.bulkGet(ids), chatbots.bulkGet(ids), reports.bulkGet(ids)])
      return new Map(ids.flatMap((id, at) => {
        const name = companies[at]?.company_name ?? bots[at]?.bot_name ?? written[at]?.title
        return name === undefined ? [] : [[id, name] as const]
      }))
    },
    [ids.join(' ')],
  )
  return found ?? NOTHING
}
