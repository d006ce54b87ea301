// The quick summary: what happened on the website, in sentences.
import type { SnapshotRow } from '../../../db/rows/analytics'
import { calendarDayText } from '../../../lib/text/days'
import { changeOf } from '../../../ui/chart/change'
import { countText, shareOf } from '../rules'
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
  const visited = `${countText(users)} ${users === 1 ? 'person' : 'people'} visited your website`
  const change = changeOf(users, previous_totals?.total_users ?? null)
  if (change === null) return `${visited} in the last 30 days.`
  switch (change.direction) {
    case 'same':
      return `${visited}, about as many as in the previous 30 days.`
    case 'new':
      return `${visited}, after none in the previous 30 days.`
    case 'up':
    case 'down':
      return `${visited}, ${change.spoken} on the previous 30 days.`
  }
}

/** The largest source, and the one that changed the most: one sentence if they are the same. */
function sources(snapshot: SnapshotRow): (string | null)[] {
  const [top] = snapshot.traffic_sources ?? []
  const most = mover(snapshot)
  const change = most && `The biggest change: ${amountText(most.by, true)} from ${inSentence(most.pair)}.`
  if (top === undefined || snapshot.sessions === null) return [change]
  const share = shareOf(top[1], snapshot.sessions)
  const largest =
    share > 50
      ? `Most visits came from ${inSentence(top[0])} (${share}%)`
      : `The largest source of visits was ${inSentence(top[0])} (${share}%)`
  return most?.pair === top[0]
    ? [`${largest}, ${amountText(most.by, false)} than before.`]
    : [`${largest}.`, change]
}

/** The source whose sessions changed the most. */
function mover({ traffic_sources, previous_sources }: SnapshotRow): { pair: string; by: number } | null {
  const before = new Map(previous_sources)
  const moves = (traffic_sources ?? []).map(([pair, count]) => ({
    pair,
    by: count - (before.get(pair) ?? count),
  }))
  const [most] = moves.toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
  return most === undefined || most.by === 0 ? null : most
}

/** `356 more`, `1 fewer visit` */
function amountText(by: number, hasUnit: boolean): string {
  const visits = Math.abs(by) === 1 ? ' visit' : ' visits'
  return `${countText(Math.abs(by))} ${by > 0 ? 'more' : 'fewer'}${hasUnit ? visits : ''}`
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
