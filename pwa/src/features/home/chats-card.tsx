// The number of chat messages between the user and their bots this week, from Monday in the provider's time zone.
import { userStream } from '../../db/streams'
import { calendarDayText } from '../../lib/text/days'
import { dayIn, zoneNote } from '../../lib/text/zones'
import { numberText } from '../../lib/text/numbers'
import { dateTimeText } from '../../lib/text/times'
import { weekStart } from '../../lib/time/week'
import { resultOrUndefined, useLive, useStored, useSyncStatus } from '../../live/live'
import { useRows } from '../../live/view'
import { FigureCell } from '../../ui/chart/figure'
import { useMinute } from '../../ui/hooks/use-now'

/** The number of weeks in the trend, including the current one. */
const WEEKS = 6

export function ChatsCard() {
  const { as_of } = useSyncStatus()
  const { isShared, userId } = useLive()
  const now = useMinute()
  const stored = useStored(
    async ({ meta }) => ({ value: (await resultOrUndefined(meta.get('zone')))?.value }),
    [],
  )?.value
  const zone = typeof stored === 'string' ? stored : undefined
  const start = weekStart(now, zone)
  // Format in the provider's zone, because west of it the week begins while it is still Sunday.
  const since = `since ${calendarDayText(dayIn(start, zone), 'short')}${zoneNote(zone, start)}`
  const chats = useRows(
    userStream(userId),
    async ({ chat_messages }) => {
      const starts = [start]
      while (starts.length < WEEKS) starts.unshift(weekStart((starts[0] ?? start) - 1, zone))
      const times = await resultOrUndefined(
        chat_messages
          .where('created_at')
          .aboveOrEqual(storedTime(starts[0] ?? start))
          .keys(),
      )
      const weekOf = (time: unknown) => starts.findLastIndex((from) => storedTime(from) <= String(time))
      return {
        counts: times && starts.map((_, week) => times.filter((time) => weekOf(time) === week).length),
      }
    },
    [start, zone],
  )
  const counts = (chats.is === 'ready' && !isShared && chats.counts) || undefined
  return (
    <FigureCell
      label="Chat messages this week"
      value={counts ? numberText(counts.at(-1) ?? 0) : '—'}
      // Chats of one week alone are no trend.
      trend={counts && counts.filter((count) => count > 0).length > 1 ? counts : []}
      period={since}
      source="Chatbots"
      asOf={as_of}
      age={as_of === null ? '' : `As of ${dateTimeText(as_of)}`}
      note={isShared ? 'Private' : since}
    />
  )
}

/** Formats a time in ms as rows store it: ISO, without the time zone. */
function storedTime(time: number): string {
  return new Date(time).toISOString().slice(0, -1)
}
