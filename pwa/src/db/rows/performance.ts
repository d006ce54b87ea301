// The rows of a website's scans and of the tasks to improve it.
import type { Streamed, WireRow } from './rows'

/** One scan's result. `metrics` and `field` are in milliseconds, except `cls`, which has no unit. */
export interface ScoreRow extends WireRow, Streamed {
  client_id: string
  website_url: string
  performance_score: number
  /** The scan succeeded without a score. Alerts and comparisons ignore it. */
  is_incomplete: boolean
  runs: (number | null)[]
  metrics: Record<string, number>
  field: Record<string, number | string> | null
  previous_score: number | null
  previous_at: string | null
  last_week_score: number | null
  last_week_at: string | null
  verdict: 'first' | 'same' | 'moved'
  reasons: string[]
  created_at: string
}

/** One scan, from its request to its end. `step` of its `steps` measurements are done. */
export interface ScanRunRow extends WireRow, Streamed {
  client_id: string
  website_url: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'dropped'
  step: number
  steps: number
  reason: string
  error: string
  score_id: string | null
  performance_score: number | null
  asked_at: string
  finished_at: string | null
}

/** A task to improve a website; open as long as scans find its cause. */
export interface ScanTaskRow extends WireRow, Streamed {
  client_id: string
  title: string
  detail: string
  weight: number
  is_open: boolean
  /** The scan's evidence that the task is done. */
  proof: string
  reopened: number
  opened_at: string
  closed_at: string | null
}
