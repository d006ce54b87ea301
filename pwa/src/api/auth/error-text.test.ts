// Texts for users of the auth service's errors.
import { AuthApiError } from '@supabase/auth-js'
import { expect, test } from 'vitest'

import { authErrorOf } from './read-error'

test.each([
  [
    'otp_expired',
    403,
    'Token has expired or is invalid',
    'This code is wrong or has expired. Check the newest one, or ask for another.',
  ],
  ['bad_jwt', 403, 'invalid JWT: unable to parse', 'You are signed out. Please sign in again.'],
  [
    'validation_failed',
    400,
    'User metadata must not be larger than 8192 bytes',
    'Something you have entered is not valid. Please check it and try again.',
  ],
  [
    'validation_failed',
    400,
    'Password cannot be longer than 72 characters',
    'Password cannot be longer than 72 characters',
  ],
  [
    'over_email_send_rate_limit',
    429,
    'email rate limit exceeded',
    'Too many emails were sent. Please try again in a few minutes.',
  ],
  [
    'over_email_send_rate_limit',
    429,
    'For security purposes, you can only request this after 42 seconds.',
    'For security purposes, you can only request this after 42 seconds.',
  ],
  ['invalid_credentials', 400, 'Invalid login credentials', 'Invalid login credentials'],
  ['user_already_exists', 422, 'User already registered', 'User already registered'],
])('shows %s (%s) "%s" as "%s"', (code, status, message, text) => {
  expect(authErrorOf(new AuthApiError(message, status, code))).toEqual({ code, message: text })
})

test('returns the error code that marks the field of a malformed address', () => {
  const error = new AuthApiError('Unable to validate email address: invalid format', 400, 'validation_failed')
  expect(authErrorOf(error)).toEqual({
    code: 'email_address_invalid',
    message: 'Please enter a valid email address',
  })
})
