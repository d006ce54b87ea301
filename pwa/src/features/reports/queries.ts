// Reads of reports and weekly videos from the replica.
import type { ClientVideoRow, ReportRow } from '../../db/report-rows'
import type { ClientRow } from '../../db/rows'
import { useStored, useSyncStatus } from '../../live/live'
import { newestFirst } from './rules'

export type ReportsView =
  | { is: 'loading' }
  /** Nothing is stored here, and nothing can be loaded. */
  | { is: 'failed' }
  | { is: 'ready'; client: ClientRow | undefined; reports: ReportRow[] }

/** A client's reports, newest first. An error is one only while nothing is stored on this device. */
export function useReports(clientId: string): ReportsView {
  const { role, link } = useSyncStatus()
  const stored = useStored(
    async (replica) => {
      const [client, reports, stream] = await Promise.all([
        replica.clients.get(clientId),
        replica.reports.where('client_id').equals(clientId).toArray(),
        replica.streams.get(role === 'admin' ? 'w' : `c:${clientId}`),
      ])
      return { client, reports: newestFirst(reports), isLoaded: stream?.mode === 'ready' }
    },
    [clientId, role],
  )
  if (stored !== undefined && (stored.isLoaded || stored.reports.length > 0)) return { is: 'ready', ...stored }
  return link.is === 'offline' ? { is: 'failed' } : { is: 'loading' }
}

/** The picture before a video that this device holds; undefined until it is read. */
export function useStoredPoster(id: string | null): string | undefined {
  return useStored(async (replica) => (id === null ? '' : ((await replica.report_posters.where('owner_id').equals(id).first())?.picture ?? '')), [id])
}

/** Whether the bytes of an uploaded video are on this device; undefined until that is known. */
export function useIsHere(url: string | null): boolean | undefined {
  return useStored(async (replica) => (await replica.file_bytes.where('id').equals(url ?? '').count()) > 0, [url])
}

export type HomeVideo = { is: 'loading' } | { is: 'ready'; video: ClientVideoRow | undefined }

/** The signed-in client's weekly video. */
export function useHomeVideo(): HomeVideo {
  const { client_id } = useSyncStatus()
  const stored = useStored(
    async (replica) => {
      const videos = client_id === null ? [] : await replica.client_videos.where('client_id').equals(client_id).toArray()
      const stream = await replica.streams.get(`c:${client_id ?? ''}`)
      return { video: videos.sort((a, b) => a.posted_at.localeCompare(b.posted_at) || a.created_at.localeCompare(b.created_at)).at(-1), isLoaded: stream?.mode === 'ready' }
    },
    [client_id],
  )
  return stored !== undefined && (stored.isLoaded || stored.video !== undefined) ? { is: 'ready', video: stored.video } : { is: 'loading' }
}
