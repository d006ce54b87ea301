// The Security tab for tests: a fake auth library and API, the signed-in account, and the rendered tab.
import { AuthApiError } from '@supabase/auth-js'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, vi } from 'vitest'

import { ToastProvider } from '../../ui/feedback/toast'

export const library = {
  getUser: vi.fn(),
  updateUser: vi.fn(),
  reauthenticate: vi.fn(),
  refreshSession: vi.fn(),
  signOut: vi.fn(),
  linkIdentity: vi.fn(),
  getUserIdentities: vi.fn(),
  unlinkIdentity: vi.fn(),
  mfa: { enroll: vi.fn(), challenge: vi.fn(), verify: vi.fn(), unenroll: vi.fn() },
}
export const api = { GET: vi.fn(), POST: vi.fn(), DELETE: vi.fn() }

const METHODS = { google: true, company: false, linking: true, texts: true }

/** The modules that a test of the tab replaces with `vi.mock`. */
export const fakeAuth = {
  auth: () => Promise.resolve(library),
  storedSession: () => Promise.resolve({}),
}
export const fakeAuthTime = { provedAt: () => Date.now() }
export const fakeClient = { api, NoAnswer: class extends Error {} }
export const fakeSignInMethods = {
  storedSignInMethods: () => METHODS,
  fetchSignInMethods: () => Promise.resolve(METHODS),
}

export const EMAIL = {
  identity_id: 'i1',
  provider: 'email',
  identity_data: { email: 'ana@northwind.example' },
}
export const GOOGLE = { identity_id: 'i2', provider: 'google', identity_data: { email: 'ana@gmail.example' } }
export const APP = {
  id: 'f1',
  factor_type: 'totp',
  status: 'verified',
  friendly_name: 'Authenticator app',
  created_at: '2026-11-20T10:00:00Z',
}
export const device = (id: string, user_agent: string, is_current = false) => {
  const at = '2026-11-20T10:00:00Z'
  return {
    id,
    user_agent,
    address: '203.0.113.7',
    aal: 'aal1',
    amr: [],
    is_current,
    created_at: at,
    refreshed_at: at,
  }
}
export const ok = { data: {}, error: null }
export const errorResult = (message: string, status: number, code: string) => ({
  data: null,
  error: new AuthApiError(message, status, code),
})

/** The server's data of the account, besides its factors and identities. */
export const stored = { codesLeft: 0, devices: [] as ReturnType<typeof device>[] }

export function account(factors: unknown[] = [], identities: unknown[] = [EMAIL]) {
  library.getUser.mockResolvedValue({
    data: { user: { email: 'ana@northwind.example', identities, factors, app_metadata: {} } },
    error: null,
  })
}

/** Before every test of the file, the account has no second factor, one identity and one device. */
export function withAccount(): void {
  beforeEach(() => {
    vi.resetAllMocks()
    stored.codesLeft = 0
    stored.devices = [device('s1', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', true)]
    account()
    api.GET.mockImplementation((path: string) =>
      Promise.resolve({
        data:
          path === '/rest/v1/sessions'
            ? { data: stored.devices }
            : { left: stored.codesLeft, created_at: null },
      }),
    )
  })
}

/** Renders the tab and returns once its data is loaded. */
export async function open(tab: ReactNode) {
  show(tab)
  await screen.findByRole('list', { name: 'Signed-in devices' })
  return userEvent.setup()
}

export function show(tab: ReactNode): void {
  render(
    <MemoryRouter>
      <ToastProvider>{tab}</ToastProvider>
    </MemoryRouter>,
  )
}

export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
