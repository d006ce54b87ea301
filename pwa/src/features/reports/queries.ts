// Queries for reports and weekly videos in the replica.
import type { ClientVideoRow, ReportRow } from '../../db/rows/reports'
import type { ClientRow } from '../../db/rows/rows'
import { useStored, useSyncStatus } from '../../live/live'
import { useRows, type View } from '../../live/view'
import { newestFirst } from './rules'

/** A client's reports, newest first. */
export function useReports(clientId: string): View<{ client: ClientRow | undefined; reports: ReportRow[] }> {
  const { role } = useSyncStatus()
  return useRows(
    role === 'admin' ? 'w' : `c:${clientId}`,
    async (replica) => {
      const [client, reports] = await Promise.all([
        replica.clients.get(clientId),
        replica.reports.where('client_id').equals(clientId).toArray(),
      ])
      return { client, reports: newestFirst(reports) }
    },
    [clientId],
  )
}

/** The poster of a video in the replica; empty without one, undefined while loading. */
export function useStoredPoster(id: string | null): string | undefined {
  const { client_id, role } = useSyncStatus()
  const rows = useRows(
    id === null ? null : role === 'admin' ? 'w' : `c:${client_id ?? ''}`,
    async (replica) => ({
      picture:
        (
          await replica.report_posters
            .where('owner_id')
            .equals(id ?? '')
            .first()
        )?.picture ?? '',
    }),
    [id],
    ({ picture }) => picture !== '',
  )
  return rows.is === 'ready' ? rows.picture : undefined
}

/** Whether the bytes of an uploaded video are on this device; undefined while loading. */
export function useIsStored(url: string | null): boolean | undefined {
  return useStored(
    async (replica) =>
      (await replica.file_bytes
        .where('id')
        .equals(url ?? '')
        .count()) > 0,
    [url],
  )
}

/** The signed-in client's weekly video. */
export function useHomeVideo(): View<{ video: ClientVideoRow | undefined }> {
  const { client_id } = useSyncStatus()
  return useRows(
    client_id === null ? null : `c:${client_id}`,
    async (replica) => {
      const videos = await replica.client_videos
        .where('client_id')
        .equals(client_id ?? '')
        .toArray()
      return {
        video: videos
          .sort((a, b) => a.posted_at.localeCompare(b.posted_at) || a.created_at.localeCompare(b.created_at))
          .at(-1),
      }
    },
    [client_id],
  )
}
