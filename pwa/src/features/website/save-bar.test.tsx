// Tests of the bar that saves Website Settings.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../testing/sync/fake-sync'
import * as remote from './remote'
import { WebsiteSettingsScreen } from '.'

vi.mock('./remote', { spy: true })

const STORED: remote.Settings = {
  id: 1,
  logo_url: null,
  primary_color: '#2563EB',
  hero_title: 'Transform',
  hero_subtitle: 'Powerful',
  features_title: 'Features',
}

async function open() {
  vi.mocked(remote.fetchSettings).mockResolvedValue(STORED)
  const replica = new Replica(`save-bar-${String(Math.random())}`)
  render(
    <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_ADMIN) }}>
      <WebsiteSettingsScreen />
    </LiveContext>,
  )
  return { user: userEvent.setup(), title: await screen.findByLabelText('Hero title') }
}
const name = { name: 'Discard' }

test('counts the unsaved changes, and discards them after a second press', async () => {
  const { user, title } = await open()
  expect(screen.getByText('No unsaved changes')).toBeVisible()
  await user.type(title, '!')
  expect(screen.getByText('1 unsaved change')).toBeVisible()
  await user.type(screen.getByLabelText('Features title'), '!')
  expect(screen.getByText('2 unsaved changes')).toBeVisible()
  await user.click(screen.getByRole('button', name))
  expect(title).toHaveValue('Transform!')
  await user.click(screen.getByRole('button', name))
  expect(title).toHaveValue('Transform')
  expect(screen.getByText('No unsaved changes')).toBeVisible()
  expect(screen.queryByRole('button', name)).toBeNull()
})

test('shows the result of a logo upload beside the number of unsaved changes', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 80, height: 20, close: () => undefined }))
  vi.mocked(remote.uploadLogo).mockResolvedValueOnce({ url: '/logo.png' })
  const { user, title } = await open()
  vi.mocked(remote.saveSettings).mockResolvedValueOnce({ value: { ...STORED, logo_url: '/logo.png' } })
  await user.type(title, '!')
  const file = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'logo.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText('Logo file'), file)
  expect(await screen.findByText('Logo uploaded successfully')).toBeVisible()
  expect(screen.getByText('1 unsaved change')).toBeVisible()
})
