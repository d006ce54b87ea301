// The totals of Google Analytics, each with its name, its text and an explanation.
import type { SnapshotRow, Totals } from '../../../db/rows/analytics'
import { MEANINGS } from '../../../lib/text/metrics'
import { type Change, changeOf, pointsChangeOf } from '../../../ui/chart/change'
import { amountText, countText, durationText, percentText } from '../rules'

type Kind = {
  label: string
  explanation: string
  text: (value: number | null) => string
  change: (value: number | null, before: number | null) => Change | null
}

const KINDS: Record<keyof Totals, Kind> = {
  total_users: {
    label: 'Users',
    explanation: 'People who visited your website, each counted once.',
    text: countText,
    change: changeOf,
  },
  sessions: {
    label: 'Sessions',
    explanation: 'Visits to your website. One person can visit several times.',
    text: countText,
    change: changeOf,
  },
  engaged_sessions: {
    label: 'Engaged Sessions',
    explanation: 'Visits of more than 10 seconds, of two or more pages, or with a conversion.',
    text: countText,
    change: changeOf,
  },
  bounce_rate: {
    label: 'Bounce Rate',
    explanation: 'The share of visits that ended within 10 seconds on the first page. Lower is better.',
    text: percentText,
    change: (value, before) => pointsChangeOf(value, before, { isLowerBetter: true }),
  },
  new_users: {
    label: 'New users',
    explanation: 'People who visited your website for the first time.',
    text: countText,
    change: changeOf,
  },
  avg_engagement_time: {
    label: 'Engagement time',
    explanation: 'How long a visit lasts on average.',
    text: durationText,
    change: changeOf,
  },
  conversions: {
    label: 'Conversions',
    explanation: 'Actions that you count as a success, such as an order or a call.',
    text: amountText,
    change: changeOf,
  },
}

/**
 * The number of sessions that the sources are parts of; null if unknown. Another read can cover other days, one request
 * of a read can fail, and Google may count more sessions by source than in all.
 */
export function sessionsOfSources(snapshot: SnapshotRow): number | null {
  const { sessions, traffic_sources, totals_as_of, sources_as_of } = snapshot
  const listed = traffic_sources?.reduce((sum, [, count]) => sum + count, 0) ?? 0
  return totals_as_of === sources_as_of && sessions !== null && sessions >= listed ? sessions : null
}

/** A total as screens show it; a snapshot that has not arrived has no value. */
export function totalOf(snapshot: SnapshotRow | undefined, name: keyof Totals) {
  const { label, explanation, text, change } = KINDS[name]
  const value = snapshot?.[name] ?? null
  return {
    label,
    meaning: MEANINGS[name],
    explanation,
    value: text(value),
    change: change(value, snapshot?.previous_totals?.[name] ?? null),
  }
}
