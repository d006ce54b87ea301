// Tests that the list of notifications keeps the errors of toasts.
import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import { ToastProvider, useToasts } from '../../ui/feedback/toast'
import NoticeButton from './notices'

function Fail() {
  const toasts = useToasts()
  const [count, setCount] = useState(1)
  const fail = () => {
    toasts.show({ tone: 'success', title: 'Saved' })
    toasts.show({ tone: 'error', title: `Upload ${count} failed`, body: 'No space.' })
    setCount(count + 1)
  }
  return (
    <button type="button" onClick={fail}>
      Fail
    </button>
  )
}

async function show(userId: string) {
  const replica = freshReplica()
  await replica.streams.put(readyStream(`u:${userId}`))
  const { unmount } = render(
    <MemoryRouter>
      <ToastProvider>
        <LiveContext value={{ userId, replica, sync: fakeSync(LIVE_CLIENT) }}>
          <NoticeButton unread={0} />
          <Fail />
        </LiveContext>
      </ToastProvider>
    </MemoryRouter>,
  )
  const openPanel = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Notifications' }))
    return within(await screen.findByRole('dialog', { name: 'Notifications' }))
  }
  return { openPanel, unmount }
}

test('lists the last 20 errors of this visit until they are dismissed or the user changes', async () => {
  const { openPanel, unmount } = await show('u1')
  for (let n = 1; n <= 21; n++) {
    fireEvent.click(screen.getByText('Fail'))
    await screen.findByText(`Upload ${n} failed`)
  }
  for (const button of screen.getAllByTitle('Dismiss')) fireEvent.click(button)
  expect(screen.queryByText('Upload 21 failed')).toBeNull()
  const panel = await openPanel()
  const texts = () =>
    [...panel.getByRole('list', { name: 'Errors' }).children].map(({ textContent }) => textContent)
  const newestFirst = Array.from({ length: 20 }, (_, n) => `Upload ${21 - n} failedNo space.just now`)
  expect(texts()).toEqual(newestFirst)
  expect(panel.queryByText('Nothing yet')).toBeNull()
  fireEvent.click(panel.getByTitle('Dismiss: Upload 21 failed'))
  expect(texts()).toEqual(newestFirst.slice(1))
  expect(panel.getByTitle('Dismiss: Upload 20 failed')).toHaveFocus()
  fireEvent.click(panel.getByTitle('Dismiss: Upload 2 failed'))
  expect(panel.getByTitle('Dismiss: Upload 3 failed')).toHaveFocus()
  for (const button of panel.getAllByTitle(/^Dismiss: /)) fireEvent.click(button)
  expect(screen.getByRole('dialog', { name: 'Notifications' })).toHaveFocus()
  expect(panel.getByText('Nothing yet')).toBeVisible()
  fireEvent.click(screen.getByText('Fail'))
  unmount()
  const { openPanel: openPanelOfOther } = await show('u2')
  expect(await (await openPanelOfOther()).findByText('Nothing yet')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Errors' })).toBeNull()
})
