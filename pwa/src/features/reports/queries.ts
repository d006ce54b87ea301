// Queries for reports and weekly videos in the replica.
import type { ClientRow } from '../../db/rows/clients'
import type { ClientVideoRow, ReportRow } from '../../db/rows/reports'
import { clientStream, streamFor } from '../../db/streams'
import { useStored, useSyncStatus } from '../../live/live'
import { sharedRows, useRows, type View } from '../../live/view'
import { dateOf, newestFirst } from '../../live/report-order'

/** A client's reports, newest first. */
export function useReports(clientId: string): View<{ client: ClientRow | undefined; reports: ReportRow[] }> {
  const { role } = useSyncStatus()
  return useRows(
    streamFor(role, clientStream(clientId)),
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

/** The posters of a client's reports on this device, by the report's id. */
export function useStoredPosters(clientId: string): ReadonlyMap<string, string> {
  const { role } = useSyncStatus()
  const rows = useRows(
    streamFor(role, clientStream(clientId)),
    async (replica) => ({
      posters: new Map(
        (await replica.report_posters.where('_s').equals(clientStream(clientId)).toArray()).map(
          ({ owner_id, picture }) => [owner_id, picture],
        ),
      ),
    }),
    [clientId],
  )
  return rows.is === 'ready' ? rows.posters : NO_POSTERS
}

const NO_POSTERS: ReadonlyMap<string, string> = new Map()

/** The poster of a video in the replica; empty without one, undefined while loading. */
export function useStoredPoster(id: string | null): string | undefined {
  const { client_id, role } = useSyncStatus()
  const rows = useRows(
    id === null ? null : streamFor(role, clientStream(client_id ?? '')),
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

export interface WeeklyReport {
  video: ClientVideoRow | undefined
  /** The report of the video, or a newer one without a video. */
  report: ReportRow | undefined
}

/** The signed-in client's weekly video and newest report. */
export function useWeeklyReport(): View<WeeklyReport> {
  const { client_id } = useSyncStatus()
  return useWeekly(client_id)
}

const useWeekly = sharedRows(clientStream, async (replica, clientId) => {
  const [videos, reports] = await Promise.all([
    replica.client_videos.where('client_id').equals(clientId).toArray(),
    replica.reports.where('client_id').equals(clientId).toArray(),
  ])
  const video = videos
    .sort((a, b) => a.posted_at.localeCompare(b.posted_at) || a.created_at.localeCompare(b.created_at))
    .at(-1)
  const [newest] = newestFirst(reports)
  const isNewer = newest !== undefined && (video === undefined || dateOf(newest) > video.created_at)
  return { video, report: isNewer ? newest : reports.find(({ id }) => id === video?.report_id) }
})
