// How much a person and their chatbots have said this week, which starts on Monday by the provider's clock.
import { momentText } from '../../lib/time-text'
import { weekStart } from '../../lib/week'
import { noted, useLive, useStored, useSyncStatus } from '../../live/live'
import { Card } from '../../ui/card'
import { Figure } from '../../ui/figure'
import { useMinute } from '../../ui/use-minute'

const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })

export function ChatsCard() {
  const { as_of } = useSyncStatus()
  const { isShared } = useLive()
  const now = useMinute()
  const zone = useStored(async ({ meta }) => ({ value: (await noted(meta.get('zone')))?.value }), [])?.value
  const start = weekStart(now, typeof zone === 'string' ? zone : undefined)
  const count = useStored(({ chat_messages }) => noted(chat_messages.where('created_at').aboveOrEqual(new Date(start).toISOString().slice(0, -1)).count()), [start])
  return (
    <Card label="Chat messages this week">
      <dl>
        <Figure
          label="Chat messages this week"
          value={count === undefined || isShared ? '—' : count.toLocaleString('en-US')}
          period={`since ${day.format(start)}`}
          source="Chatbots"
          asOf={as_of}
          age={as_of === null ? '' : `As of ${momentText(as_of)}`}
          note={isShared ? 'theirs alone' : `since ${day.format(start)}`}
        />
      </dl>
    </Card>
  )
}
