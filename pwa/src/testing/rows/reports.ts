// Rows of reports for screen tests, complete by default.
import type { ClientVideoRow, ReportRow } from '../../db/rows/reports'
import { noonOf } from './days'

export const YOUTUBE = 'https://youtu.be/aqz-KE-bpKQ'
export const EMBED = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'

/** A report that was published on Monday 23 November 2026, with a video and figures. */
export function reportRow(fields: Partial<ReportRow> = {}): ReportRow {
  return {
    id: 'r1',
    v: 1,
    _s: ['c:c1'],
    client_id: 'c1',
    title: 'Week 47',
    content: { text: 'A good week.', embed_url: EMBED, video_url: YOUTUBE, video_name: null },
    video_kind: 'youtube',
    video_size: null,
    status: 'published',
    publish_at: null,
    published_at: '2026-11-23T08:00:00.000000Z',
    on_home: false,
    figures: {
      score: 83,
      score_before: 74,
      scores: [
        [noonOf(13), 74],
        [noonOf(20), 83],
      ],
      users: 1204,
      new_users: null,
      sessions: null,
      bounce_rate: 41.5,
      as_of: noonOf(20),
    },
    author_name: 'Ana Ferreira',
    seen_at: null,
    seen_by: null,
    created_at: noonOf(20),
    updated_at: '2026-11-23T08:00:00.000000Z',
    ...fields,
  }
}

export function clientVideoRow(fields: Partial<ClientVideoRow> = {}): ClientVideoRow {
  return {
    id: 'v1',
    v: 1,
    _s: ['c:c1'],
    client_id: 'c1',
    video_url: YOUTUBE,
    embed_url: EMBED,
    video_kind: 'youtube',
    report_id: 'r1',
    posted_at: '2026-11-23',
    created_at: '2026-11-23T08:00:00.000000Z',
    ...fields,
  }
}
