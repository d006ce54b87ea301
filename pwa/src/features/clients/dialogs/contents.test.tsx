// Tests of the dialogs for a client's weekly video, chatbot script and chat history.
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  done,
  LINKS,
  openDashboard,
  rejected,
  replica,
  rowOf,
  type,
  withDashboard,
} from '../../../testing/screens/admin-dashboard'
import { today } from '../actions'
import * as remote from '../remote'
import { ClientsScreen } from '..'

vi.mock('../remote', { spy: true })
withDashboard()

const open = () => openDashboard(<ClientsScreen {...LINKS} tab="clients" />)

test('requires a valid URL for a weekly video, and dates the video today by default', async () => {
  vi.mocked(remote.postVideo).mockReturnValue(done())
  const user = await open()
  await user.click(rowOf('Ash').getByRole('button', { name: 'Video' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Weekly Video' }))
  const none = /^Please provide a valid video URL \(YouTube, Vimeo, Loom, Pictory, or direct video link\)$/
  for (const url of ['youtube', 'x.example/v.mp4', 'javascript:alert(1)', 'ftp://x.example/v.mp4']) {
    await user.clear(screen.getByLabelText('Video URL'))
    await type(user, { 'Video URL': url })
    await user.click(dialog.getByRole('button', { name: 'Save Video' }))
    expect(await dialog.findByText(none)).toBeVisible()
  }
  expect(remote.postVideo).not.toHaveBeenCalled()
  await user.clear(screen.getByLabelText('Video URL'))
  await type(user, { 'Video URL': 'youtu.be/abc' })
  await user.click(dialog.getByRole('button', { name: 'Save Video' }))
  expect(await screen.findByText('Weekly video saved successfully')).toBeVisible()
  expect(vi.mocked(remote.postVideo).mock.calls[0]?.slice(1)).toEqual(['c1', 'https://youtu.be/abc', today()])
})

test.each([
  [
    'Chatbot',
    'script',
    'Chatbot Script',
    'Script',
    'Save Script',
    ['', '<script>x', 'x</script>', 'alert(1)', '</script><script>'],
    'Invalid script tag. Please include both opening and closing script tags.',
    '<script src="https://x.example/chat.js"></SCRIPT>',
    'Chatbot script saved successfully',
  ],
  [
    'History',
    'history',
    'Chat history',
    'Google Sheets URL',
    'Save History',
    [
      '',
      'https://evil.example/docs.google.com/spreadsheets/d/1',
      'http://docs.google.com/spreadsheets/d/1',
      'https://docs.google.com.evil.example/spreadsheets/d/1',
    ],
    'Invalid Google Sheets URL. Please provide a valid Google Sheets URL.',
    'https://docs.google.com/spreadsheets/d/1/edit',
    'Chat history saved successfully',
  ],
] as const)(
  'checks, saves and confirms the input of %s',
  async (button, _is, title, label, save, wrong, problem, right, message) => {
    for (const put of [remote.putScript, remote.putHistory]) vi.mocked(put).mockReturnValue(done())
    const user = await open()
    await user.click(rowOf('Ash').getByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    for (const text of wrong) {
      fireEvent.change(dialog.getByLabelText(label), { target: { value: text } })
      await user.click(dialog.getByRole('button', { name: save }))
      expect(await dialog.findByText(problem)).toBeVisible()
    }
    fireEvent.change(dialog.getByLabelText(label), { target: { value: right } })
    await user.click(dialog.getByRole('button', { name: save }))
    expect((await screen.findByText(message)).closest('[role]')).toHaveAttribute('role', 'status')
    expect([vi.mocked(remote.putScript).mock.calls, vi.mocked(remote.putHistory).mock.calls].flat()).toEqual([
      ['c1', right],
    ])
  },
)

test('shows the stored chatbot script, and the server’s error if it cannot be saved', async () => {
  await replica.chatbot_embeds.put({
    id: 'c1',
    v: 1,
    _s: ['w'],
    client_id: 'c1',
    embed_url: '<script>1</script>',
    updated_at: '2026-11-01T09:00:00Z',
  })
  vi.mocked(remote.putScript).mockReturnValue(rejected('Client not found'))
  const user = await open()
  await user.click(rowOf('Ash').getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Chatbot' }))
  expect(await screen.findByLabelText('Script')).toHaveValue('<script>1</script>')
  await user.click(screen.getByRole('button', { name: 'Save Script' }))
  await screen.findByText('Client not found')
})
