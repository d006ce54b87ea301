// The rows of weekly reports, and of the videos on clients' homes.
import type { Streamed, WireRow } from './rows'

/** `file` and `upload`, which is kept on our server, play in a player of ours; `link` is only a link. Empty without a video. */
export type VideoKind = '' | 'youtube' | 'vimeo' | 'loom' | 'pictory' | 'file' | 'link' | 'upload'

/** What was measured by the time a report was published; null is no data, not zero. */
export interface Figures {
  score: number | null
  score_before: number | null
  /** The oldest first. */
  scores: [string, number][]
  users: number | null
  new_users: number | null
  sessions: number | null
  /** Per cent, one decimal. */
  bounce_rate: number | null
  as_of: string | null
}

/** Clients have the published ones; admins the last twelve of each client. */
export interface ReportRow extends WireRow, Streamed {
  client_id: string
  title: string
  content: {
    text: string
    /** The player's address; null where there is only a link. */
    embed_url: string | null
    video_url: string | null
    /** Of an uploaded one, the name of its file. */
    video_name: string | null
  }
  video_kind: VideoKind
  /** Bytes of an uploaded one. */
  video_size: number | null
  status: 'draft' | 'scheduled' | 'published'
  publish_at: string | null
  published_at: string | null
  on_home: boolean
  figures: Figures | null
  author_name: string
  /** When one of the client's people opened it first, and who. */
  seen_at: string | null
  seen_by: string | null
  created_at: string
  updated_at: string
}

/** The video on a client's home: the one posted last. */
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

/** The picture before a video, as a `data:` address; `owner_id` is the report's or client video's. */
export interface PosterRow extends WireRow, Streamed {
  owner_id: string
  client_id: string
  picture: string
}
