// The quick summary of a website's figures, in sentences. The heading of the tab names the period of the changes.
import type { SnapshotRow } from '../../../db/rows/analytics'
import { calendarDayText } from '../../../lib/text/days'
import { changeOf } from '../../../ui/chart/change'
import { countText, shareOf } from '../rules'
import { sessionsOfSources } from './totals'
import { sourceName } from './traffic-sources'

/** The sentences for which there are figures. */
export function sentencesOf(snapshot: SnapshotRow): string[] {
  return [visitors(snapshot), ...sources(snapshot), busiestDay(snapshot)].filter(
    (sentence) => sentence !== null,
  )
}

function visitors({ total_users: users, previous_totals }: SnapshotRow): string | null {
  if (users === null) return null
  if (users === 0) return 'Nobody visited your website in the last 30 days.'
  const start = `${countText(users)} ${users === 1 ? 'person' : 'people'} visited your website`
  const change = changeOf(users, previous_totals?.total_users ?? null)
  if (change === null) return `${start} in the last 30 days.`
  switch (change.direction) {
    case 'same':
      return `${start}, about as many as before.`
    case 'new':
      return `${start}, after none before.`
    case 'up':
    case 'down':
      return `${start}, ${change.spoken}.`
  }
}

/** The largest source, and the one that changed the most: one sentence if they are the same. */
function sources(snapshot: SnapshotRow): (string | null)[] {
  const [top] = snapshot.traffic_sources ?? []
  const biggest = largestChange(snapshot)
  const change =
    biggest &&
    `The biggest change: ${amountText(biggest.difference, true)} from ${nameInSentence(biggest.pair)}.`
  const sessions = sessionsOfSources(snapshot)
  if (top === undefined || sessions === null) return [change]
  const share = shareOf(top[1], sessions)
  const largest =
    share > 50
      ? `Most visits came from ${nameInSentence(top[0])} (${share}%)`
      : `The largest source of visits was ${nameInSentence(top[0])} (${share}%)`
  return biggest?.pair === top[0]
    ? [`${largest}, ${amountText(biggest.difference, false)} than before.`]
    : [`${largest}.`, change]
}

/** The source whose sessions changed the most. */
function largestChange({
  traffic_sources,
  previous_sources,
}: SnapshotRow): { pair: string; difference: number } | null {
  const before = new Map(previous_sources)
  const changes = (traffic_sources ?? []).map(([pair, count]) => ({
    pair,
    difference: count - (before.get(pair) ?? count),
  }))
  const [biggest] = changes.toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
  return biggest === undefined || biggest.difference === 0 ? null : biggest
}

/** `356 more`, `1 fewer visit` */
function amountText(difference: number, hasUnit: boolean): string {
  const visits = Math.abs(difference) === 1 ? ' visit' : ' visits'
  return `${countText(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'}${hasUnit ? visits : ''}`
}

function busiestDay({ session_trend }: SnapshotRow): string | null {
  const [top] = (session_trend ?? []).toSorted((a, b) => b[1] - a[1])
  if (top === undefined || top[1] === 0) return null
  return `The busiest day was ${calendarDayText(top[0], 'short')} with ${countText(top[1])} ${top[1] === 1 ? 'visit' : 'visits'}.`
}

function nameInSentence(pair: string): string {
  const name = sourceName(pair)
  return name === 'Direct visits' ? 'people who came directly' : name
}
