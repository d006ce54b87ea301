// Hook that counts what of the installation's health needs attention, each minute and on each change of the tab.
import { useEffect, useState } from 'react'

import { onResponse } from '../../../lib/slow-response'
import { useMinute } from '../../../ui/hooks/use-now'
import { fetchInstallation, LATE } from '../remote'
import { countOf } from './needs'

export function useHealthCount(tab: string): number {
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
  return count
}
