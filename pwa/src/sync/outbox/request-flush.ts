// A follower asks the leader to send everything now. Loaded when a person asks for it.
import { uuid4 } from '../../lib/uuid4'
import type { Tabs } from '../tabs/channel'

/** Resolves when the leader says that nothing is due any more. */
export function askToFlush(tabs: Tabs): Promise<void> {
  const n = uuid4()
  return new Promise((resolve) => {
    const stopListening = tabs.listen((message) => {
      if (message.is !== 'flushed' || message.n !== n) return
      stopListening()
      resolve()
    })
    tabs.say({ is: 'flush', n })
  })
}
