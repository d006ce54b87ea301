// Tests that the list stays at its end when a message arrives, wherever the message is placed.
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'

import type { MessageRow } from '../../../../db/rows/messages'
import { LiveContext } from '../../../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../../../testing/sync/fake-sync'
import { freshReplica } from '../../../../testing/sync/replicas'
import { waitingMessage } from '../../../../testing/rows/rows'
import { withSizes } from '../../../../testing/setup/element-sizes'
import { message } from '../../../../testing/servers/wire-rows'
import { ToastProvider } from '../../../../ui/feedback/toast'
import { MessageList } from './message-list'
import { rowMaker } from '../../rows/rows'
import { waitingOf } from '../../rows/state'

const HEIGHT = 700
withSizes(HEIGHT, 60)

/** Higher than the distance from the end that still counts as the end. */
const LINES = 'A line\n'.repeat(9)
const messageRow = (n: number): MessageRow => ({
  ...message(n, 'c1', { id: `m${n}`, content: LINES }),
  _s: ['c:c1'],
})
const rowsOf = rowMaker({ role: 'client', userId: 'u1', name: 'Ana', otherName: 'Rui' })
const listOf = (messages: number[], waiting: string[]) => {
  const entries = waiting.map((id, n) => waitingMessage(id, id, { n: n + 1 }))
  return (
    <MessageList
      rows={rowsOf(messages.map(messageRow), waitingOf(entries, []), undefined, null)}
      head={null}
      onNearStart={() => undefined}
      onAtEnd={() => undefined}
      afterLine={0}
      unread={0}
      isUnreadLoaded
      loadUnread={() => Promise.resolve(true)}
      target={null}
      hasOlder={false}
      handle={{ current: null }}
    />
  )
}

const live = { userId: 'u1', replica: freshReplica(), sync: fakeSync(LIVE_CLIENT) }
const Screen = ({ children }: { children: ReactNode }) => (
  <ToastProvider>
    <LiveContext value={live}>{children}</LiveContext>
  </ToastProvider>
)

test.each([[[]], [['w1']], [['w1', 'w2']], [['w1', 'w2', 'w3']]])(
  'scrolls to the end when a message arrives above the waiting messages %j',
  (waiting) => {
    const view = render(listOf([1], waiting), { wrapper: Screen })
    const scrolled = vi.spyOn(Element.prototype, 'scrollTo')
    // A height that no rendered row can produce, so a scroll to it is a scroll to the end.
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(5_000)
    const scrollsToEnd = () =>
      scrolled.mock.calls.filter(([to]) => (to as unknown as ScrollToOptions).top === 5_000 - HEIGHT).length
    // The first change also gives the list its height.
    act(() => view.rerender(listOf([1, 2], waiting)))
    scrolled.mockClear()
    act(() => view.rerender(listOf([1, 2], waiting)))
    expect(scrollsToEnd()).toBe(0)
    act(() => view.rerender(listOf([1, 2, 3], waiting)))
    expect(scrollsToEnd()).toBeGreaterThan(0)
  },
)
