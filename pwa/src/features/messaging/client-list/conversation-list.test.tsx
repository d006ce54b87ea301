// Tests of the conversations that an admin's list shows first, with a client selected by the address.
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { clientRow } from '../../../testing/rows/rows'
import { openMessaging, replica, withMessaging } from '../../../testing/screens/messaging'
import { thread } from '../../../testing/servers/wire-rows'
import { LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { MessagingScreen } from '..'

withMessaging()

beforeEach(async () => {
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  await replica.clients.bulkPut(
    ['Ash', 'Birch'].map((company_name) => clientRow({ id: company_name, company_name })),
  )
  const last = { last_message_at: '2026-11-21T09:00:00.000000Z', last_message_role: 'client' as const }
  await replica.threads.put({ ...thread('Ash', 1, last), _s: ['w'] })
})

test.each([
  ['All', 'a client that does not wait', 'Birch'],
  ['Waiting 1', 'a client that waits', 'Ash'],
])('opens %s for a link to %s, and marks the client in the list', async (part, _case, selected) => {
  openMessaging(
    <MessagingScreen selected={selected} hrefOf={(id) => `/m?client=${id}`} onBack={() => undefined} />,
    LIVE_ADMIN,
  )
  expect(await screen.findByRole('radio', { name: part })).toBeChecked()
  const list = within(await screen.findByRole('list', { name: 'Conversations' }))
  expect(await list.findByRole('link', { current: 'page' })).toHaveAttribute('href', `/m?client=${selected}`)
})
