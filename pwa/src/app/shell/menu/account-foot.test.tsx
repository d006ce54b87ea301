// The link to the settings at the bottom of the menu. For admins it is named, because their menu has no item
// Settings.
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { opened } from '../../../testing/screens/signed-in'
import { LIVE_ADMIN, LIVE_CLIENT } from '../../../testing/sync/fake-sync'
import { freshReplica } from '../../../testing/sync/replicas'
import { AccountFoot } from './account-foot'

test.each([
  ['admin', LIVE_ADMIN, 'Settings ana@x.example'],
  ['client', LIVE_CLIENT, 'ana@x.example'],
])('links an %s to the settings', (_role, status, name) => {
  const nothing = () => undefined
  opened(
    <AccountFoot email="ana@x.example" onFollow={nothing} onSignOut={nothing} />,
    '/',
    freshReplica(),
    status,
  )
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/dashboard/settings')
})
