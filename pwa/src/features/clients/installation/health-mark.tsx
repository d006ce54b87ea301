// The mark of the tab Health: how many things need attention. It is refreshed each minute and with each tab.
import { useEffect, useState } from 'react'

import { onResponse } from '../../../lib/slow-response'
import { useMinute } from '../../../ui/hooks/use-now'
import { fetchInstallation, LATE } from '../remote'
import { countOf } from './needs'

export default function HealthMark({ tab }: { tab: string }) {
  const minute = useMinute()
  const [count, setCount] = useState(0)
  useEffect(
    () =>
      onResponse(
        fetchInstallation(),
        (reply) => {
          if ('value' in reply) setCount(countOf(reply.value))
        },
        LATE,
      ),
    [minute, tab],
  )
  if (count === 0) return null
  return (
    <span
      title={`${count} to check`}
      className="tabular ml-2 inline-flex h-5 min-w-5 items-center justify-center rounded-full border border-warn-line bg-warn-soft px-1.5 text-xs font-semibold text-warn"
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only"> {count} to check</span>
    </span>
  )
}
