// The rows of weekly reports, and of the videos on clients' dashboards.
import type { Streamed, WireRow } from './rows'

/**
 * `file` and `upload` (stored on our server) play in the app's player; `link` is only a link; empty: no
 * video.
 */
export type VideoKind = '' | 'youtube' | 'vimeo' | 'loom' | 'pictory' | 'file' | 'link' | 'upload'

/** The figures at the time a report was published; null means no data, not zero. */
export interface Figures {
  score: number | null
  score_before: number | null
  /** Dates and scores, oldest first. */
  scores: [string, number][]
  users: number | null
  new_users: number | null
  sessions: number | null
  /** Per cent, one decimal. */
  bounce_rate: number | null
  as_of: string | null
}

/** Clients receive the published reports; admins receive the last twelve of each client. */
export interface ReportRow extends WireRow, Streamed {
  client_id: string
  title: string
  content: {
    text: string
    /** The player's address; null if there is only a link. */
    embed_url: string | null
    video_url: string | null
    /** The file name of an uploaded video. */
    video_name: string | null
  }
  video_kind: VideoKind
  /** Bytes of an uploaded video. */
  video_size: number | null
  status: 'draft' | 'scheduled' | 'published'
  publish_at: string | null
  published_at: string | null
  on_home: boolean
  figures: Figures | null
  author_name: string
  /** When a user of the client first opened it, and that user's name. */
  seen_at: string | null
  seen_by: string | null
  created_at: string
  updated_at: string
}

/** The video on a client's dashboard: the one posted last. */
export interface ClientVideoRow extends WireRow, Streamed {
  client_id: string
  video_url: string
  embed_url: string | null
  video_kind: VideoKind
  report_id: string | null
  /** A day: `2026-11-23`. */
  posted_at: string
  created_at: string
}

/** The poster of a video, as a `data:` URL; `owner_id` is the id of the report or client video. */
export interface PosterRow extends WireRow, Streamed {
  owner_id: string
  client_id: string
  picture: string
}
