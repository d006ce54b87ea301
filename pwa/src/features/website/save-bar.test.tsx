// Tests of the bar that saves Website Settings, and of the question before leaving with unsaved changes.
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
  const followed: string[] = []
  const replica = new Replica(`save-bar-${String(Math.random())}`)
  render(
    <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_ADMIN) }}>
      <a
        href="/dashboard"
        onClick={(event) => {
          event.preventDefault()
          followed.push('/dashboard')
        }}
      >
        Dashboard
      </a>
      <WebsiteSettingsScreen />
    </LiveContext>,
  )
  return { user: userEvent.setup(), title: await screen.findByLabelText('Hero title'), followed }
}
const confirmsClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
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

test('asks before leaving with unsaved changes, by a link or by closing the tab, and only then', async () => {
  const { user, title, followed } = await open()
  const link = screen.getByRole('link', { name: 'Dashboard' })
  await user.click(link)
  expect(followed).toEqual(['/dashboard'])
  expect(confirmsClosing()).toBe(false)
  await user.type(title, '!')
  expect(confirmsClosing()).toBe(true)
  await user.click(link)
  expect(screen.getByRole('alertdialog', { name: 'Leave with 1 unsaved change?' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(followed).toEqual(['/dashboard'])
  await user.click(link)
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(followed).toEqual(['/dashboard', '/dashboard'])
})
