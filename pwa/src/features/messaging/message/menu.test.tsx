// Tests of the long-press menu of a message. A scroll or a press on a link does not open it.
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { MessageRow } from '../../../db/rows/messages'
import { Replica } from '../../../db/schema'
import { serverNow } from '../../../lib/time/clock'
import { ageText, timeText } from '../../../lib/text/days'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { withSizes } from '../../../testing/setup/element-sizes'
import { message } from '../../../testing/servers/wire-rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import { MessagingScreen } from '..'
import { noteWritten } from '../take-back-time'

withSizes(700, 60)

const AT = '2026-11-21T10:00:00.000001Z'
let replica: Replica
beforeEach(() => {
  replica = new Replica(`menu-${String(Math.random())}`)
})
afterEach(async () => {
  vi.useRealTimers()
  await replica.delete()
})

async function open(fields: Partial<MessageRow>, sync = fakeSync(LIVE_CLIENT)): Promise<HTMLElement> {
  const row = message(1, 'c1', fields)
  await replica.held.put({ client_id: 'c1', from: null, opened_at: 1, ready: true })
  await replica.messages.put({ ...row, _s: ['c:c1'] })
  render(
    <ToastProvider>
      <MemoryRouter>
        <LiveContext value={{ userId: 'u1', replica, sync }}>
          <MessagingScreen selected={null} hrefOf={() => '/m'} onBack={() => undefined} />
        </LiveContext>
      </MemoryRouter>
    </ToastProvider>,
  )
  return screen.findByText(row.content || 'Message removed')
}

/** Uses fake timers from here on. */
function down(on: HTMLElement, pointerType = 'touch'): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  fireEvent.pointerDown(on, { pointerType, isPrimary: true, clientX: 50, clientY: 50 })
}
const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('shows when a message of the other side was written, and copies its text', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  down(await open({ sender_role: 'admin', sender_name: 'Rui', content: 'Your page is faster now.' }))
  await rest(600)
  const menu = within(screen.getByRole('dialog', { name: 'From Rui' }))
  const [age, time] = [ageText(AT, serverNow()), timeText(AT, serverNow())]
  expect(menu.getByText(`${age}, ${time}`)).toBeVisible()
  expect(menu.queryByText('Your page is faster now.')).toBeNull()
  expect(menu.queryByRole('button', { name: 'Unsend' })).toBeNull()
  fireEvent.click(menu.getByRole('button', { name: 'Copy text' }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Your page is faster now.')
  expect(await menu.findByText('Copied')).toBeVisible()
})

test('shows the time of an old own message once, with only the possible actions', async () => {
  down(await open({ sender_role: 'client', content: 'Does it hurt our score?' }))
  await rest(600)
  const sheet = screen.getByRole('dialog', { name: 'Your message' })
  expect(sheet).toHaveTextContent(`${ageText(AT, serverNow())}, ${timeText(AT, serverNow())}`)
  expect(
    within(sheet)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Copy text', ''])
  expect(within(sheet).getByRole('button', { name: 'Close' })).toBeVisible()
})

test('takes back a message that was just written', async () => {
  const sync = fakeSync(LIVE_CLIENT)
  const { id } = message(1, 'c1')
  noteWritten(id)
  down(await open({ sender_role: 'client', content: 'Oops' }, sync))
  await rest(600)
  fireEvent.click(
    within(screen.getByRole('dialog', { name: 'Your message' })).getByRole('button', { name: 'Unsend' }),
  )
  await waitFor(() =>
    expect(sync.takeBack).toHaveBeenCalledExactlyOnceWith({
      kind: 'messages.take_back',
      body: { id, client_id: 'c1', content: 'Oops' },
    }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  [
    'a finger that moves',
    (text: HTMLElement) => (down(text), fireEvent.pointerMove(text, { clientX: 50, clientY: 80 })),
  ],
  ['a finger that is lifted early', (text: HTMLElement) => (down(text), fireEvent.pointerUp(text))],
  ['a finger that scrolls', (text: HTMLElement) => (down(text), fireEvent.pointerCancel(text))],
  ['a mouse', (text: HTMLElement) => down(text, 'mouse')],
] as const)('does not open the menu for %s', async (_case, does) => {
  does(await open({ content: 'Hello' }))
  await rest(1000)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['a link', { content: 'https://northwind.example' }],
  ['a message that was taken back', { content: '', removed_at: '2026-11-20T10:00:00.000000Z' }],
])('does not open the menu on %s', async (_case, fields) => {
  down(await open(fields))
  await rest(1000)
  expect(screen.queryByRole('dialog')).toBeNull()
})
