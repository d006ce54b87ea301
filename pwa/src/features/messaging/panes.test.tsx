// Tests of an admin's open conversation: the link to the client's page, and the panel beside the conversation.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { openMessaging, replica, withMessaging } from '../../testing/screens/messaging'
import { widen } from '../../testing/setup/wide'
import { LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { readyStream } from '../../testing/sync/replicas'
import { MessagingScreen } from '.'

withMessaging()

const open = (selected: string | null) =>
  openMessaging(
    <MessagingScreen
      selected={selected}
      hrefOf={(id) => `/m?client=${id}`}
      clientOf={(id) => `/d?client=${id}`}
      beside={(id) => <p>Beside {id}</p>}
      onBack={() => undefined}
    />,
    LIVE_ADMIN,
  )

test('links the name above a conversation to the client’s page, on every width', async () => {
  open('c1')
  const name = await screen.findByRole('heading', { level: 2, name: 'Northwind Roasters' })
  expect(name.closest('a')).toHaveAttribute('href', '/d?client=c1')
  expect(screen.queryByText('Beside c1')).toBeNull()
})

test('shows the panel beside an open conversation in a wide window, and no panel without a conversation', async () => {
  widen()
  await replica.streams.put(readyStream('w'))
  const { unmount } = open('c1')
  expect(await screen.findByText('Beside c1')).toBeVisible()
  unmount()
  open(null)
  expect(await screen.findByRole('heading', { name: 'Choose a conversation' })).toBeVisible()
  expect(screen.queryByText(/^Beside/)).toBeNull()
})
