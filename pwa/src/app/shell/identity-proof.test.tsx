// The dialog for a request that needs a recent proof of identity; the sign-in service is a fake.
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { getProof } from '../../api/proof'
import IdentityProof from './identity-proof'

const server = vi.hoisted(() => ({ updateUser: vi.fn(), refreshSession: vi.fn(), getUser: vi.fn() }))
vi.mock('../../api/auth/auth', () => ({
  auth: () => Promise.resolve(server),
  storedSession: () => Promise.resolve({}),
}))
const ok = { data: {}, error: null }

beforeEach(() => {
  vi.resetAllMocks()
  server.updateUser.mockResolvedValue(ok)
  server.refreshSession.mockResolvedValue(ok)
  const user = { email: 'ana@p.example', app_metadata: {}, identities: [{ provider: 'email' }], factors: [] }
  server.getUser.mockResolvedValue({ data: { user }, error: null })
})

test('gets a proof by the current password, and closes', async () => {
  render(<IdentityProof />)
  const proof = getProof()
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Current Password', {}, { timeout: 10_000 }), 'secret')
  expect(screen.getByRole('dialog')).toHaveTextContent('This decides who sees a client’s data')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await proof).toBe(true)
  expect(server.updateUser.mock.calls).toEqual([[{ current_password: 'secret' }]])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('gives no proof to a user who cancels, or after the screen is closed', async () => {
  const { unmount } = render(<IdentityProof />)
  const proof = getProof()
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Cancel' }, { timeout: 10_000 }))
  expect(await proof).toBe(false)
  unmount()
  expect(await getProof()).toBe(false)
  expect(server.updateUser).not.toHaveBeenCalled()
})
