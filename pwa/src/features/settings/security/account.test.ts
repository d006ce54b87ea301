// Tests of how the Security tab reads the account from the sign-in service.
import { expect, test, vi } from 'vitest'

import { fetchAccount } from '../remote'

const library = vi.hoisted(() => ({ getUser: vi.fn() }))
vi.mock('../../../api/auth/auth', () => ({ auth: () => Promise.resolve(library) }))
const EMAIL = { identity_id: 'i1', provider: 'email', identity_data: { email: 'ana@northwind.example' } }
const GOOGLE = { ...EMAIL, identity_id: 'i2', provider: 'google' }

test.each([
  ['signed up with a password', [EMAIL], {}, true],
  ['signed in with an emailed code and has set none', [EMAIL], { needs_password: true }, false],
  ['signs in only with Google', [GOOGLE], {}, false],
])('reports whether a user who %s has a password', async (_case, identities, app_metadata, hasPassword) => {
  library.getUser.mockResolvedValue({
    data: { user: { email: 'ana@northwind.example', identities, app_metadata } },
    error: null,
  })
  expect(await fetchAccount()).toMatchObject({ value: { hasPassword } })
})

test('resolves to an error if the library fails', async () => {
  library.getUser.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  expect(await fetchAccount()).toEqual({ authError: { code: null, message: 'An error occurred' } })
})
