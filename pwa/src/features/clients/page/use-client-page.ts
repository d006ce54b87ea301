// The rows that this device has stored about one client, besides its row in the directory.
import type { MessageRow } from '../../../db/rows/messages'
import type { ScanRunRow } from '../../../db/rows/performance'
import type { ReportRow } from '../../../db/rows/reports'
import type { Replica } from '../../../db/schema'
import { newestFirst } from '../../../live/report-order'
import { useRows, type View } from '../../../live/view'

export interface ClientPageData {
  /** Newest first, drafts included. */
  reports: ReportRow[]
  /** The latest scan of the website. */
  scan: ScanRunRow | undefined
  /** The last stored messages, newest first. A conversation that was never opened here may have none. */
  messages: MessageRow[]
  hasChatbot: boolean
  hasChatHistory: boolean
}

const MESSAGES = 3

export function useClientPage(clientId: string): View<ClientPageData> {
  return useRows('w', (replica) => read(replica, clientId), [clientId])
}

async function read(replica: Replica, clientId: string): Promise<ClientPageData> {
  const [reports, scans, messages, embed, sheet] = await Promise.all([
    replica.reports.where('client_id').equals(clientId).toArray(),
    replica.scan_runs.where('client_id').equals(clientId).sortBy('asked_at'),
    replica.messages
      .where('[client_id+created_at+id]')
      .between([clientId], [clientId, []])
      .reverse()
      .filter(({ removed_at }) => !removed_at)
      .limit(MESSAGES)
      .toArray(),
    replica.chatbot_embeds.filter(({ client_id }) => client_id === clientId).first(),
    replica.chat_histories.filter(({ client_id }) => client_id === clientId).first(),
  ])
  return {
    reports: newestFirst(reports),
    scan: scans.at(-1),
    messages,
    hasChatbot: embed !== undefined,
    hasChatHistory: sheet !== undefined,
  }
}
