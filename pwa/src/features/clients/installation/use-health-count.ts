// Hook that counts the health problems that need attention, again on each change of the tab.
import { useEffect, useState } from 'react'

import { onResponse } from '../../../lib/time/slow-response'
import { fetchInstallation, LATE } from '../remote'
import { countOf } from './needs'

export function useHealthCount(tab: string): number {
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
    [tab],
  )
  return count
}
