// Tests of Website Settings: loading, changes, errors, and messages.
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../testing/sync/fake-sync'
import { LANDING_TITLE } from '../../lib/text/landing-texts'
import { widen } from '../../testing/setup/wide'
import * as remote from './remote'
import { WebsiteSettingsScreen } from '.'

vi.mock('./remote', { spy: true })

const STORED: remote.Settings = {
  id: 1,
  logo_url: null,
  primary_color: '#2563EB',
  hero_title: 'Transform Your Business with AI',
  hero_subtitle: 'Powerful digital dashboards',
  features_title: 'Powerful Features for Your Business',
}
let replica: Replica
beforeEach(() => {
  vi.clearAllMocks()
  replica = new Replica(`website-${String(Math.random())}`)
  vi.mocked(remote.fetchSettings).mockResolvedValue(STORED)
  vi.mocked(remote.saveSettings).mockImplementation((changes) =>
    Promise.resolve({
      value: { ...STORED, ...changes, logo_url: changes.logo_url || null } as remote.Settings,
    }),
  )
})
afterEach(() => replica.delete())

function open() {
  render(
    <LiveContext value={{ userId: 'u1', replica, sync: fakeSync(LIVE_ADMIN) }}>
      <WebsiteSettingsScreen />
    </LiveContext>,
  )
  return userEvent.setup()
}

test('shows the titles in a preview beside the form once one of their fields has the focus', async () => {
  widen()
  const user = open()
  const preview = await screen.findByRole('figure', { name: 'Preview' })
  expect(preview).toHaveTextContent(LANDING_TITLE)
  await user.click(screen.getByLabelText('Hero title'))
  expect(preview).toHaveTextContent(STORED.hero_title)
})

test('previews a change, sends only the changed field, and confirms the save', async () => {
  const user = open()
  const preview = await screen.findByRole('figure', { name: 'Preview' })
  expect(preview).toHaveTextContent(LANDING_TITLE)
  const title = screen.getByLabelText('Hero title')
  expect(preview.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await user.clear(title)
  await user.type(title, 'Coffee')
  expect(preview).toHaveTextContent(LANDING_TITLE)
  await user.click(screen.getByRole('radio', { name: 'Your other pages' }))
  expect(preview).toHaveTextContent(`Coffee${STORED.hero_subtitle}`)
  expect(preview).toHaveTextContent(STORED.features_title)
  await user.click(screen.getByRole('radio', { name: 'Landing page' }))
  expect(preview).toHaveTextContent(LANDING_TITLE)
  expect(preview).not.toHaveTextContent('Coffee')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Settings saved successfully')).toBeVisible()
  expect(remote.saveSettings).toHaveBeenCalledExactlyOnceWith({ hero_title: 'Coffee' })
})

test('shows an error at the field for an invalid color, and sends nothing', async () => {
  const user = open()
  const color = await screen.findByLabelText('Primary color')
  await user.clear(color)
  await user.type(color, 'teal')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Please enter a color like #2563EB')).toBeVisible()
  await waitFor(() => expect(color).toHaveFocus())
  expect(remote.saveSettings).not.toHaveBeenCalled()
})

test('shows an error if the settings cannot be loaded or saved, and keeps the edits', async () => {
  vi.mocked(remote.fetchSettings).mockResolvedValueOnce(null)
  vi.mocked(remote.saveSettings).mockResolvedValue({ rejected: { message: remote.NOT_SAVED, field: null } })
  const user = open()
  expect(await screen.findByText('Error loading settings. Please try again later.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await user.type(await screen.findByLabelText('Features title'), '!')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Failed to save settings. Please try again.')).toBeVisible()
  expect(screen.getByLabelText('Features title')).toHaveValue(`${STORED.features_title}!`)
})

/** Changes the settings as another admin, and notifies this device by a change of the stream. */
async function saveAsAnotherAdmin(changes: Partial<remote.Settings>) {
  vi.mocked(remote.fetchSettings).mockResolvedValue({ ...STORED, ...changes })
  await act(() =>
    replica.streams.put({
      s: 'w',
      e: 'e',
      cursor: ++cursor,
      at: 'c',
      mode: 'ready',
      load: 'l',
      loading: null,
    }),
  )
}
let cursor = 0

test('shows settings of another admin without a reload', async () => {
  open()
  expect(await screen.findByLabelText('Hero title')).toHaveValue(STORED.hero_title)
  await saveAsAnotherAdmin({ hero_title: 'Fresh coffee', logo_url: '/new.png' })
  await waitFor(() => expect(screen.getByLabelText('Hero title')).toHaveValue('Fresh coffee'), {
    timeout: 5000,
  })
  expect(screen.getByAltText('Logo now')).toHaveAttribute('src', '/new.png')
  expect(screen.queryByText('The saved settings have changed meanwhile')).toBeNull()
  expect(screen.getByRole('button', { name: 'Save Changes' })).toBeDisabled()
})

test('keeps edits with a warning when another admin saves, and discards them on request', async () => {
  const user = open()
  await user.type(await screen.findByLabelText('Hero title'), '!')
  expect(screen.getByLabelText('Hero title')).toBeVisible()
  await saveAsAnotherAdmin({ hero_title: 'Fresh coffee', features_title: 'Beans' })
  const note = await screen.findByText('The saved settings have changed meanwhile', {}, { timeout: 5000 })
  expect(note.closest('[role]')).toHaveAttribute('role', 'status')
  expect(screen.getByText(/Another admin changed: hero title, features title\./)).toBeVisible()
  expect(screen.getByLabelText('Hero title')).toHaveValue(`${STORED.hero_title}!`)
  expect(screen.getByLabelText('Features title')).toHaveValue('Beans')
  for (const _ of ['first', 'sure']) await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.getByLabelText('Hero title')).toHaveValue('Fresh coffee')
  expect(screen.queryByText('The saved settings have changed meanwhile')).toBeNull()
})

test('shows no warning after the admin’s own save, and ignores an older response', async () => {
  const user = open()
  await user.type(await screen.findByLabelText('Features title'), '!')
  let late: (settings: remote.Settings) => void = () => undefined
  vi.mocked(remote.fetchSettings).mockReturnValueOnce(new Promise((resolve) => (late = resolve)))
  const before = vi.mocked(remote.fetchSettings).mock.calls.length
  await act(() =>
    replica.streams.put({
      s: 'w',
      e: 'e',
      cursor: ++cursor,
      at: 'c',
      mode: 'ready',
      load: 'l',
      loading: null,
    }),
  )
  await waitFor(() => expect(remote.fetchSettings).toHaveBeenCalledTimes(before + 1), { timeout: 5000 })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Settings saved successfully')).toBeVisible()
  await act(async () => {
    late(STORED)
    await Promise.resolve()
  })
  expect(screen.getByLabelText('Features title')).toHaveValue(`${STORED.features_title}!`)
  expect(screen.queryByText('The saved settings have changed meanwhile')).toBeNull()
})

const file = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'logo.png', { type: 'image/png' })

test('uploads and removes a logo, and shows an error if the upload fails', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 80, height: 20, close: () => undefined }))
  vi.mocked(remote.uploadLogo)
    .mockResolvedValueOnce({ rejected: 'Failed to upload logo' })
    .mockResolvedValueOnce({ url: '/logo.png' })
  const user = open()
  await user.upload(await screen.findByLabelText('Logo file'), file)
  expect(await screen.findByText('Failed to upload logo')).toBeVisible()
  await user.upload(screen.getByLabelText('Logo file'), file)
  expect(await screen.findByText('Logo uploaded successfully')).toBeVisible()
  expect(screen.getByAltText('Logo now')).toHaveAttribute('src', '/logo.png')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus()
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }), { detail: 2 })
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(remote.saveSettings).toHaveBeenCalledExactlyOnceWith({ logo_url: '/logo.png' })
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(remote.saveSettings).toHaveBeenLastCalledWith({ logo_url: '' }))
  expect(await screen.findByRole('img', { name: 'Default logo' })).toBeVisible()
})

test('shows the specified text by itself for a picture that is too large, with its size below', async () => {
  vi.stubGlobal('createImageBitmap', () =>
    Promise.resolve({ width: 801, height: 20, close: () => undefined }),
  )
  const user = open()
  await user.upload(await screen.findByLabelText('Logo file'), file)
  expect(await screen.findByText('Image dimensions must not exceed 800x200 pixels')).toBeVisible()
  expect(screen.getByText('This picture has 801x20.')).toBeVisible()
  expect(remote.uploadLogo).not.toHaveBeenCalled()
})

test('clears the outcome of the previous action when a new one runs', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 80, height: 20, close: () => undefined }))
  vi.mocked(remote.uploadLogo)
    .mockResolvedValueOnce({ rejected: 'Failed to upload logo' })
    .mockResolvedValueOnce({ url: '/logo.png' })
  const user = open()
  await user.type(await screen.findByLabelText('Hero title'), '!')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Settings saved successfully')).toBeVisible()
  await user.upload(screen.getByLabelText('Logo file'), file)
  expect(await screen.findByText('Failed to upload logo')).toBeVisible()
  expect(screen.queryByText('Settings saved successfully')).toBeNull()
  await user.type(screen.getByLabelText('Hero title'), '!')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Settings saved successfully')).toBeVisible()
  expect(screen.queryByText('Failed to upload logo')).toBeNull()
  vi.mocked(remote.saveSettings).mockResolvedValueOnce({
    rejected: { message: remote.NOT_SAVED, field: null },
  })
  await user.type(screen.getByLabelText('Hero title'), '!')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Failed to save settings. Please try again.')).toBeVisible()
  await user.upload(screen.getByLabelText('Logo file'), file)
  expect(await screen.findByText('Logo uploaded successfully')).toBeVisible()
  expect(screen.queryByText('Failed to save settings. Please try again.')).toBeNull()
})

test('restores unsaved edits after a reload, with the settings that others have saved meanwhile', async () => {
  const first = open()
  const title = await screen.findByLabelText('Hero title')
  await first.clear(title)
  await first.type(title, 'Sell')
  await waitFor(async () =>
    expect((await replica.drafts.get('website-settings'))?.text).toBe('{"hero_title":"Sell"}'),
  )
  cleanup()

  vi.mocked(remote.fetchSettings).mockResolvedValue({ ...STORED, features_title: 'By another admin' })
  const user = open()
  expect(await screen.findByText('You typed this before and did not save it.')).toBeVisible()
  expect(screen.getByLabelText('Features title')).toHaveValue('By another admin')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  expect(await screen.findByText('Settings saved successfully')).toBeVisible()
  expect(remote.saveSettings).toHaveBeenCalledExactlyOnceWith({ hero_title: 'Sell' })
  expect(await replica.drafts.count()).toBe(0)
})
