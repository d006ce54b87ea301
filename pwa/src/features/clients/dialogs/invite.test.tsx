// Tests of the invitation after Add Client: email, link, errors and keyboard.
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Replica } from '../../../db/schema'
import { LiveContext } from '../../../live/live'
import { fakeSync, LIVE_ADMIN } from '../../../testing/sync/fake-sync'
import { clientRow } from '../../../testing/rows/rows'
import { ToastProvider } from '../../../ui/feedback/toast'
import { signUpLink } from '../actions'
import * as remote from '../remote'
import { ClientsScreen } from '..'

vi.mock('../remote', { spy: true })

let replica: Replica
beforeEach(async () => {
  vi.clearAllMocks()
  replica = new Replica(`invite-${String(Math.random())}`)
  await replica.streams.put({ s: 'w', e: 'e', cursor: 0, at: '', mode: 'ready', load: 'l', loading: null })
  vi.mocked(remote.addClient).mockResolvedValue({ value: {} } as never)
})
afterEach(() => replica.delete())

const CREATED = 'Client created successfully. Please ask the client to sign up using their email address.'
const LINK = `${location.origin}/auth?mode=signup&email=cid%40cedar.example&name=Cid+Ash&company=Cedar+%26+Co`

/** Adds a client and returns the invitation dialog. */
async function added() {
  const sync = fakeSync(LIVE_ADMIN)
  render(
    <MemoryRouter>
      <LiveContext value={{ userId: 'u9', replica, sync }}>
        <ToastProvider>
          <ClientsScreen
            threadOf={(id) => id}
            reportsOf={(id) => id}
            viewOf={(id) => id}
            clientOf={(id) => `/d?client=${id}`}
            reportOf={(id, report) => `/r?client=${id}&report=${report ?? ''}`}
            client={null}
            tab="clients"
            tabHref={(tab) => tab}
            securityHref="/s"
          />
        </ToastProvider>
      </LiveContext>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add Client' }))
  await user.type(await screen.findByLabelText('Company Name'), ' Cedar & Co')
  await user.type(screen.getByLabelText('Contact Name'), 'Cid Ash')
  await user.type(screen.getByLabelText('Contact Email'), 'cid@cedar.example')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add Client' }))
  return { user, sync, dialog: await screen.findByRole('dialog', { name: 'Invite to sign up' }) }
}

test('builds the same sign-up link as the server’s mail', () => {
  const details = {
    contact_email: 'pending@portal.example',
    contact_name: 'Quinn Adeyemi',
    company_name: 'Quiet Books',
  }
  expect(signUpLink(details)).toBe(
    `${location.origin}/auth?mode=signup&email=pending%40portal.example&name=Quinn+Adeyemi&company=Quiet+Books`,
  )
})

test('sends the invitation after Add Client, and shows when the client is linked', async () => {
  let answer: (reply: unknown) => void = () => undefined
  vi.mocked(remote.invite).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)) as never)
  const { user, dialog } = await added()
  expect(dialog).toHaveAccessibleDescription(expect.stringContaining(CREATED))
  expect(dialog).toHaveAccessibleDescription(
    expect.stringContaining('Cid Ash of Cedar & Co gets a mail at cid@cedar.example'),
  )
  expect(dialog).toContainElement(document.activeElement as HTMLElement)
  expect(remote.invite).not.toHaveBeenCalled()
  const send = within(dialog).getByRole('button', { name: 'Send invitation' })
  await user.click(send)
  expect(send).toHaveAttribute('aria-busy', 'true')
  act(() => answer({ value: { link: LINK, sent_to: 'cid@cedar.example' } }))
  expect(
    (await within(dialog).findByText('Invitation sent to cid@cedar.example.')).closest('[role]'),
  ).toHaveAttribute('role', 'status')
  const [client] = vi.mocked(remote.addClient).mock.calls[0] ?? []
  expect(remote.invite).toHaveBeenCalledExactlyOnceWith(client?.id)
  expect(within(dialog).getByRole('button', { name: 'Send again' })).toBeEnabled()
  await act(() => replica.clients.put(clientRow({ id: client?.id ?? '', user_id: 'u2' })))
  expect(await within(dialog).findByText('Linked: they have signed up.')).toBeVisible()
  expect(within(dialog).queryByRole('button', { name: /Send/ })).toBeNull()
})

test('offers to copy the link and to send the mail again if the mail fails', async () => {
  vi.mocked(remote.invite)
    .mockResolvedValueOnce({ rejected: { message: 'An error occurred', field: null } })
    .mockResolvedValueOnce({ value: { link: LINK, sent_to: 'cid@cedar.example' } })
  const { user, dialog } = await added()
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  const alert = await within(dialog).findByRole('alert')
  expect(alert).toHaveTextContent('The invitation was not sent')
  expect(alert).toHaveTextContent(
    'The client is stored all the same: copy the link, or send the invitation again.',
  )
  const link = within(dialog).getByLabelText('Link to sign up')
  expect(link).toHaveValue(LINK)
  await user.click(within(dialog).getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(LINK)
  await user.click(within(dialog).getByRole('button', { name: 'Send again' }))
  expect(await within(dialog).findByText('Invitation sent to cid@cedar.example.')).toBeVisible()
  expect(within(dialog).queryByRole('alert')).toBeNull()
})

test('selects the whole link with Tab, and returns the focus to Add Client with Escape', async () => {
  const { user, dialog } = await added()
  const link = within(dialog).getByLabelText<HTMLInputElement>('Link to sign up')
  for (let presses = 0; document.activeElement !== link && presses < 5; presses += 1) await user.tab()
  expect(link).toHaveFocus()
  expect(link.value.slice(link.selectionStart ?? 0, link.selectionEnd ?? 0)).toBe(LINK)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Client' })).toHaveFocus())
  expect(remote.invite).not.toHaveBeenCalled()
})

test('shows the link offline, and disables sending', async () => {
  const { sync, dialog } = await added()
  act(() => sync.status.set({ ...LIVE_ADMIN, link: { is: 'offline', since: '2026-11-21T12:00:00.000Z' } }))
  expect(await within(dialog).findByText('Sending needs a connection.')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Send invitation' })).toBeDisabled()
  expect(within(dialog).getByLabelText('Link to sign up')).toHaveValue(LINK)
})
