// Scores of websites as the server sends them, for screen tests.
import type { components } from '../../api/schema.gen'

/** A complete scan of client c1 at `created_at`. */
export function scoreOfScan(
  created_at: string,
  performance_score: number,
  last_week_score: number,
): components['schemas']['ScoreOut'] {
  return {
    id: created_at,
    v: 1,
    client_id: 'c1',
    user_id: 'u2',
    website_url: 'https://ash.example/',
    strategy: 'mobile',
    performance_score,
    is_incomplete: false,
    source: 'lighthouse',
    runs: [],
    metrics: {},
    field: null,
    previous_score: null,
    previous_at: null,
    last_week_score,
    last_week_at: null,
    verdict: '',
    reasons: [],
    created_at,
  }
}
