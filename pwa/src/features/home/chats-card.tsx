// Number of chat messages of the user and their bots this week, from Monday in the provider's time zone.
import { calendarDayText } from '../../lib/text/days'
import { dayIn, zoneNote } from '../../lib/text/zones'
import { numberText } from '../../lib/text/numbers'
import { dateTimeText } from '../../lib/text/times'
import { weekStart } from '../../lib/week'
import { resultOrUndefined, useLive, useStored, useSyncStatus } from '../../live/live'
import { useRows } from '../../live/view'
import { Card } from '../../ui/card'
import { Figure } from '../../ui/chart/figure'
import { useMinute } from '../../ui/hooks/use-now'

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
  // Format in the provider's zone, because for readers west of it the week begins while it is still Sunday.
  const since = `since ${calendarDayText(dayIn(start, zone), 'short')}${zoneNote(zone, start)}`
  const week = useRows(
    `u:${userId}`,
    async ({ chat_messages }) => ({
      count: await resultOrUndefined(
        chat_messages.where('created_at').aboveOrEqual(new Date(start).toISOString().slice(0, -1)).count(),
      ),
    }),
    [start],
  )
  const count = week.is === 'ready' && !isShared ? week.count : undefined
  return (
    <Card label="Chat messages this week">
      <dl>
        <Figure
          label="Chat messages this week"
          value={count === undefined ? '—' : numberText(count)}
          period={since}
          source="Chatbots"
          asOf={as_of}
          age={as_of === null ? '' : `As of ${dateTimeText(as_of)}`}
          isComing={as_of === null}
          note={isShared ? 'Private' : since}
        />
      </dl>
    </Card>
  )
}
