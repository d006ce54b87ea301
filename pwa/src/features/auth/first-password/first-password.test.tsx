// Tests of the first password after a confirmation without one. Only the server's responses are fake.
import { AuthApiError } from '@supabase/auth-js'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'

import FirstPassword from './first-password'

const server = vi.hoisted(() => ({ updateUser: vi.fn(), reauthenticate: vi.fn() }))
const api = vi.hoisted(() => ({ GET: vi.fn() }))
vi.mock('../../../api/auth/auth', () => ({ auth: () => Promise.resolve(server) }))
vi.mock('../../../api/client', async (original) => ({ ...(await original<object>()), ownApi: api }))
const onDone = vi.fn()
const ok = { data: {}, error: null }

beforeEach(() => {
  vi.resetAllMocks()
})

function open(row: object | null, isWaiting = false) {
  api.GET.mockImplementation((path: string) =>
    Promise.resolve({
      data: path.endsWith('links')
        ? { is_waiting: isWaiting }
        : row === null
          ? { code: 'PGRST116', data: null }
          : { data: row },
    }),
  )
  render(
    <MemoryRouter>
      <FirstPassword email="ana@northwind.example" onDone={onDone} />
    </MemoryRouter>,
  )
  return userEvent.setup()
}

async function choose(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm Password'), 'correct horse{Enter}')
}

test.each([
  ['a linked client', {}, false],
  ['a user who waits for an admin to link the account', null, true],
])('asks %s only for a password', async (_case, row, isWaiting) => {
  server.updateUser.mockResolvedValue(ok)
  await choose(open(row, isWaiting))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(screen.queryByLabelText('Company Name')).toBeNull()
  expect(server.updateUser).toHaveBeenCalledExactlyOnceWith({ password: 'correct horse' })
})

test('also asks for name and company if the user has no client', async () => {
  server.updateUser.mockResolvedValue(ok)
  const user = open(null)
  await choose(user)
  expect(await screen.findByRole('alert')).toHaveTextContent('Full name is required')
  await user.type(screen.getByLabelText('Full Name'), ' Ana ')
  await user.type(screen.getByLabelText('Company Name'), 'Northwind{Enter}')
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(server.updateUser).toHaveBeenCalledExactlyOnceWith({
    password: 'correct horse',
    data: { full_name: 'Ana', company_name: 'Northwind' },
  })
})

test('asks for a mailed code if the server requires reauthentication', async () => {
  const needed = new AuthApiError('Password update requires reauthentication', 400, 'reauthentication_needed')
  server.updateUser.mockResolvedValueOnce({ data: {}, error: needed }).mockResolvedValueOnce(ok)
  server.reauthenticate.mockResolvedValue(ok)
  const user = open({})
  await choose(user)
  await user.type(await screen.findByLabelText('Code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(server.updateUser).toHaveBeenLastCalledWith({ password: 'correct horse', nonce: '123456' })
})

test.each([
  ['if the server does not respond', () => api.GET.mockRejectedValueOnce(new Error('offline'))],
  ['if the server returns an error', () => api.GET.mockResolvedValueOnce({ error: { code: 'unexpected' } })],
])('shows Retry instead of the form %s', async (_how, arrange) => {
  arrange()
  render(
    <MemoryRouter>
      <FirstPassword email="ana@northwind.example" onDone={onDone} />
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(screen.queryByLabelText('Password')).toBeNull()
  api.GET.mockResolvedValue({ data: { data: {} } })
  await user.click(retry)
  expect(await screen.findByLabelText('Password')).toBeVisible()
})
