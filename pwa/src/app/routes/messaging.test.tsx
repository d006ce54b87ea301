// The address of messaging after a share that could not be stored.
import { screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'

import { opened } from '../../testing/screens/signed-in'
import { withSizes } from '../../testing/setup/element-sizes'
import { LIVE_ADMIN, LIVE_CLIENT } from '../../testing/sync/fake-sync'
import { freshReplica, readyStream } from '../../testing/sync/replicas'
import MessagingRoute from './messaging'

withSizes(700, 60)

function ShownPath() {
  const { pathname, search } = useLocation()
  return <output data-testid="where">{pathname + search}</output>
}

test('shows once that a share could not be stored, and what to do instead', async () => {
  opened(
    <>
      <MessagingRoute />
      <ShownPath />
    </>,
    '/dashboard/messaging?share=failed',
    freshReplica(),
    LIVE_CLIENT,
  )
  expect(await screen.findByText('What you shared could not be stored')).toBeVisible()
  expect(screen.getByText('Attach it to a message here instead.')).toBeVisible()
  expect(screen.getByTestId('where')).toHaveTextContent('/dashboard/messaging')
  expect(screen.getByTestId('where')).not.toHaveTextContent('share')
})

test('shows that the client of a mistyped address is unknown, and sends the server no thread that is no id', async () => {
  const replica = freshReplica()
  await replica.streams.put(readyStream('w'))
  const { sync } = opened(<MessagingRoute />, '/dashboard/messaging?client=bogus', replica, LIVE_ADMIN)
  expect(await screen.findByText('Client not found')).toBeVisible()
  await waitFor(() => expect(sync.ephemeral.send).toHaveBeenCalled())
  expect(JSON.stringify(sync.ephemeral.send.mock.calls)).not.toContain('bogus')
})
