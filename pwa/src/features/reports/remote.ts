// Requests that need the network now: write and publish reports, mark one opened, and load data that is not
// synced.
import { api, NoAnswer } from '../../api/client'
import { serverErrorOf } from '../../api/server-error'
import type { ReportRow } from '../../db/rows/reports'

export type Publication = 'draft' | 'now' | 'monday'
/** The stored report's fields that the screen shows. */
export type StoredReport = Pick<ReportRow, 'id' | 'publish_at' | 'created_at'> & { status: string }

export type Answer<T> =
  | { is: 'done'; data: T }
  | { is: 'rejected'; code: string; message: string }
  /** The session has ended; the user can sign in again and continue. */
  | { is: 'signed-out' }
  | { is: 'no-answer' }

type Reply<T> = { data?: T; error?: unknown; response: Response }

export async function answerOf<T>(call: Promise<Reply<T>>): Promise<Answer<T>> {
  try {
    const { data, error, response } = await call
    if (data !== undefined) return { is: 'done', data }
    if (response.status === 401) return { is: 'signed-out' }
    const rejected = serverErrorOf(error)
    return rejected === null ? { is: 'no-answer' } : { is: 'rejected', ...rejected }
  } catch (error) {
    if (error instanceof NoAnswer)
      return error.why === 'signed-out' ? { is: 'signed-out' } : { is: 'no-answer' }
    throw error
  }
}

export { holdScreens } from '../../api/auth/auth'
export { addressOf, bytesOf, type FileAddress, newAddressOf } from '../../api/files/signed-url'

export interface ReportInput {
  id: string
  client_id: string
  title: string
  text: string
  video_url: string | null
}

export function createReport({
  id,
  client_id,
  title,
  text,
  video_url,
}: ReportInput): Promise<Answer<StoredReport>> {
  return answerOf<StoredReport>(
    api.POST('/rest/v1/reports', { body: { id, client_id, title, content: { text, video_url } } }),
  )
}

export function updateReport({ id, title, text, video_url }: ReportInput): Promise<Answer<StoredReport>> {
  const body = { title, content: { text, video_url: video_url ?? '' } }
  return answerOf<StoredReport>(
    api.PUT('/rest/v1/reports/{report_id}', { params: { path: { report_id: id } }, body }),
  )
}

export function publish(id: string, when: 'now' | 'monday', onHome: boolean): Promise<Answer<StoredReport>> {
  return answerOf<StoredReport>(
    api.PUT('/rest/v1/report_publications', { body: { id, when, on_home: onHome } }),
  )
}

export function withdraw(id: string): Promise<Answer<StoredReport>> {
  return answerOf<StoredReport>(
    api.DELETE('/rest/v1/report_publications/{report_id}', { params: { path: { report_id: id } } }),
  )
}

/** The most reports that `fetchOlder` returns at once. */
export const OLDER_PAGE = 100

/** The client's reports that are older than `before`, newest first. An admin's device does not store them. */
export function fetchOlder(client_id: string, before: string): Promise<Answer<{ rows: ReportRow[] }>> {
  const query = { client_id, before, limit: OLDER_PAGE }
  return answerOf(
    api.GET('/rest/v1/reports', { params: { query } }) as unknown as Promise<Reply<{ rows: ReportRow[] }>>,
  )
}

/** Marks a report as opened. A failed request is not repeated until the report is opened again. */
export async function noteOpened(id: string): Promise<void> {
  await answerOf(api.POST('/rest/v1/report_views', { body: { report_id: id } }))
}

/** The poster of a report's video, for devices that do not store it; empty without one. */
export async function fetchPoster(id: string): Promise<string> {
  const answer = await answerOf(
    api.GET('/rest/v1/report_posters/{report_id}', { params: { path: { report_id: id } } }),
  )
  return answer.is === 'done' ? answer.data.picture : ''
}

/** The provider's time zone; null without a response. */
export async function fetchZone(): Promise<string | null> {
  const answer = await answerOf(api.GET('/rest/v1/report_calendar'))
  return answer.is === 'done' ? answer.data.zone : null
}

/** Replaces the video of a stored report. */
export function replaceVideo(id: string, video_url: string): Promise<Answer<StoredReport>> {
  return answerOf<StoredReport>(
    api.PUT('/rest/v1/reports/{report_id}', {
      params: { path: { report_id: id } },
      body: { content: { video_url } },
    }),
  )
}
