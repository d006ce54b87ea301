// The quick summary: what happened on the website, in sentences.
import type { SnapshotRow } from '../../../db/rows/analytics'
import { calendarDayText } from '../../../lib/text/days'
import { changeOf } from '../../../ui/chart/change'
import { countText, shareOf } from '../rules'
import { sourceName } from './traffic-sources'

/** The sentences for which there are figures. */
export function sentencesOf(snapshot: SnapshotRow): string[] {
  return [visitors(snapshot), topSource(snapshot), mover(snapshot), busiestDay(snapshot)].filter(
    (sentence) => sentence !== null,
  )
}

function visitors({ total_users: users, previous_totals }: SnapshotRow): string | null {
  if (users === null) return null
  if (users === 0) return 'Nobody visited your website in the last 30 days.'
  const visited = `${countText(users)} ${users === 1 ? 'person' : 'people'} visited your website`
  const change = changeOf(users, previous_totals?.total_users ?? null)
  if (change === null) return `${visited} in the last 30 days.`
  switch (change.way) {
    case 'same':
      return `${visited}, about as many as in the previous 30 days.`
    case 'new':
      return `${visited}, after none in the previous 30 days.`
    case 'up':
    case 'down':
      return `${visited}, ${change.spoken} on the previous 30 days.`
  }
}

function topSource({ traffic_sources: sources, sessions }: SnapshotRow): string | null {
  const [top] = sources ?? []
  if (top === undefined || sessions === null) return null
  const share = shareOf(top[1], sessions)
  return share > 50
    ? `Most visits came from ${inSentence(top[0])} (${share}%).`
    : `The largest source of visits was ${inSentence(top[0])} (${share}%).`
}

/** The source whose sessions changed the most. */
function mover({ traffic_sources, previous_sources }: SnapshotRow): string | null {
  const before = new Map(previous_sources)
  const moves = (traffic_sources ?? []).map(([pair, count]) => ({
    pair,
    by: count - (before.get(pair) ?? count),
  }))
  const [most] = moves.toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
  if (most === undefined || most.by === 0) return null
  const visits = Math.abs(most.by) === 1 ? 'visit' : 'visits'
  const amount = `${countText(Math.abs(most.by))} ${most.by > 0 ? 'more' : 'fewer'} ${visits}`
  return `The biggest change: ${amount} from ${inSentence(most.pair)}.`
}

function busiestDay({ session_trend }: SnapshotRow): string | null {
  const [top] = (session_trend ?? []).toSorted((a, b) => b[1] - a[1])
  if (top === undefined || top[1] === 0) return null
  return `The busiest day was ${calendarDayText(top[0], 'short')} with ${countText(top[1])} ${top[1] === 1 ? 'visit' : 'visits'}.`
}

function inSentence(pair: string): string {
  const name = sourceName(pair)
  return name === 'Direct visits' ? 'people who came directly' : name
}
