// The sign-in screen for tests: a fake auth service, its sign-in methods, and the rendered screen.
import { AuthApiError } from '@supabase/auth-js'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, vi } from 'vitest'

import type { SignInMethods } from '../../api/auth/sign-in-methods'

export const server = {
  signUp: vi.fn(),
  signInWithPassword: vi.fn(),
  signInWithOtp: vi.fn(),
  signInWithOAuth: vi.fn(),
  signInWithSSO: vi.fn(),
  resetPasswordForEmail: vi.fn(),
  verifyOtp: vi.fn(),
  resend: vi.fn(),
  mfa: { challenge: vi.fn(), verify: vi.fn() },
}

const EVERYTHING: SignInMethods = { google: true, company: true, linking: true, texts: true }

/** The factors of the signed-in user, the methods that the service offers, and the local sign-out. */
export const world = { factors: [] as unknown[], offers: EVERYTHING, signOutLocal: vi.fn() }

/** The modules that a test of the screen replaces with `vi.mock`. */
export const fakeAuth = {
  auth: () => Promise.resolve(server),
  storedSession: () => Promise.resolve({ user: { id: 'u1', factors: world.factors } }),
  signOutLocal: world.signOutLocal,
}
export const fakeSignInMethods = {
  storedSignInMethods: () => world.offers,
  fetchSignInMethods: () => Promise.resolve(world.offers),
}

export const APP = { id: 'f1', factor_type: 'totp', status: 'verified', friendly_name: 'My app' }
export const PHONE = { id: 'f2', factor_type: 'phone', status: 'verified', friendly_name: 'My phone' }
export const ok = { data: {}, error: null }
export const signedIn = { data: { session: {}, user: {} }, error: null }
export const errorResult = (message: string, status: number, code: string) => ({
  data: { session: null },
  error: new AuthApiError(message, status, code),
})
export const back = (purpose: string) => `${location.origin}/auth/callback?for=${purpose}`

/** Before every test of the file, the service offers every method, and no user is signed in. */
export function withSignIn(): void {
  beforeEach(() => {
    vi.resetAllMocks()
    vi.useRealTimers()
    world.factors = []
    world.offers = EVERYTHING
  })
}

export function openAt(address: string, screen: ReactNode) {
  render(<MemoryRouter initialEntries={[address]}>{screen}</MemoryRouter>)
  return userEvent.setup()
}
