// The rows that this device has stored about one client, besides its row in the directory.
import type { ReportRow } from '../../../db/rows/reports'
import type { MessageRow, ScanRunRow, ThreadRow } from '../../../db/rows/rows'
import type { Replica } from '../../../db/schema'
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
    reports: reports.sort((a, b) => dateOf(b).localeCompare(dateOf(a)) || b.id.localeCompare(a.id)),
    scan: scans.at(-1),
    messages,
    hasChatbot: embed !== undefined,
    hasChatHistory: sheet !== undefined,
  }
}

/** When the client could read the report; before publication, when it was created. */
export function dateOf(report: ReportRow): string {
  return report.published_at ?? report.created_at
}

/** The admin who looks after the client: who wrote last, a report or a message; null while nobody did. */
export function adminInCharge(
  { reports, messages }: ClientPageData,
  thread: ThreadRow | null | undefined,
): string | null {
  const report = reports.find(({ author_name }) => author_name !== '')
  const message = messages.find(({ sender_role }) => sender_role === 'admin')
  return report?.author_name ?? message?.sender_name ?? thread?.provider_read_by ?? null
}

export interface Score {
  value: number
  at: string
  /** The score of the week before; null without one. */
  before: number | null
  /** Dates and scores, oldest first, `value` included. */
  history: readonly (readonly [string, number])[]
}

/** The newest score on this device: of the latest scan, or of the newest report; null without one. */
export function scoreOf({ reports, scan }: ClientPageData): Score | null {
  const figures = reports.find((report) => (report.figures?.score ?? null) !== null)?.figures ?? null
  const reported = figures?.score ?? null
  const history = figures?.scores ?? []
  const isNewer =
    scan?.state === 'done' && scan.finished_at !== null && scan.finished_at > (figures?.as_of ?? '')
  const scanned = isNewer ? scan.performance_score : null
  if (scanned !== null && isNewer && scan.finished_at !== null) {
    const point = [scan.finished_at, scanned] as const
    return { value: scanned, at: scan.finished_at, before: reported, history: [...history, point] }
  }
  if (figures === null || reported === null || figures.as_of === null) return null
  return { value: reported, at: figures.as_of, before: figures.score_before, history }
}
