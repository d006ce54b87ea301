// A follower's request to the leader to send everything now. Loaded on demand.
import { uuid4 } from '../../lib/ids/uuid4'
import type { Tabs } from '../tabs/channel'

/** Resolves when the leader reports that no entry is due any more. */
export function requestFlush(tabs: Tabs): Promise<void> {
  const n = uuid4()
  return new Promise((resolve) => {
    const stopListening = tabs.listen((message) => {
      if (message.is !== 'flushed' || message.n !== n) return
      stopListening()
      resolve()
    })
    tabs.post({ is: 'flush', n })
  })
}
