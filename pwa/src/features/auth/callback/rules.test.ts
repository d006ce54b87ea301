// Tests of parsing the callback URLs of emails and providers.
import { expect, test } from 'vitest'

import { parseCallback } from './rules'

const read = (rest: string) => parseCallback(new URL(`https://portal.example/auth/callback${rest}`))
const errorResult = (message: string, code: string | null = null, purpose: string | null = null) => ({
  is: 'rejected',
  message,
  code,
  purpose,
})

test('returns the code with its purpose', () => {
  expect(read('?for=recovery&code=abc')).toEqual({ is: 'code', code: 'abc', purpose: 'recovery' })
  expect(read('?code=abc')).toEqual({ is: 'code', code: 'abc', purpose: null })
  expect(read('?for=elsewhere&code=abc')).toEqual({ is: 'code', code: 'abc', purpose: null })
})

test.each([
  ['a URL without a code', '', 'No code detected.'],
  ['an empty code', '?code=', 'No code detected.'],
  [
    'a session in the fragment, which anyone could have put there',
    '#access_token=a&refresh_token=r',
    'Not a valid PKCE flow url.',
  ],
  ['an incomplete session', '#refresh_token=r&token_type=bearer', 'No session defined in URL'],
])('returns the library’s error text for %s', (_case, rest, message) => {
  expect(read(rest)).toEqual(errorResult(message))
})

test('returns an error if the provider’s callback has neither a code nor an error', () => {
  expect(read('?for=google')).toEqual(errorResult('No authorization code received.', null, 'google'))
})

test.each([
  [
    'the user declined',
    'error=access_denied&error_code=bad_oauth_callback&error_description=access_denied',
    'Authorization was denied or cancelled.',
    'bad_oauth_callback',
  ],
  [
    'no code',
    'error=invalid_request&error_code=bad_oauth_callback&error_description=OAuth+callback+without+a+code',
    'No authorization code received.',
    'bad_oauth_callback',
  ],
  [
    'no ID token',
    'error=server_error&error_code=unexpected_failure&error_description=No+ID+token+received',
    'No ID token received',
    'unexpected_failure',
  ],
  [
    'no response',
    'error=server_error&error_code=unexpected_failure&error_description=Unable+to+exchange+external+code',
    'Failed to authenticate with Google.',
    'unexpected_failure',
  ],
  [
    'an identity of another user',
    'error_code=identity_already_exists&error_description=Identity+is+already+linked+to+another+user',
    'This account is already used by another user.',
    'identity_already_exists',
  ],
])('returns the text of an error at Google: %s', (_case, query, message, code) => {
  expect(read(`?for=google&${query}`)).toEqual(errorResult(message, code, 'google'))
})

test('returns an error for an expired link, in query or fragment', () => {
  const query =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'
  for (const rest of [`?for=signup&${query}`, `?for=signup#${query}&sb=`]) {
    expect(read(rest)).toEqual(errorResult('Email link is invalid or has expired', 'otp_expired', 'signup'))
  }
})

test('recognizes the first of the two confirmations of a new address', () => {
  const words = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
  expect(read(`?for=change&message=${encodeURIComponent(words)}`)).toEqual({ is: 'half-done' })
})

test.each([
  ['', null, 'An error occurred'],
  ['otp_expired', 'otp_expired', 'Email link is invalid or has expired'],
  ['user_banned', 'user_banned', 'This account is closed. Please contact support.'],
  ['made_up', 'made_up', 'An error occurred'],
  ['constructor', 'constructor', 'An error occurred'],
])('never returns a text from the URL (error code “%s”)', (name, code, message) => {
  const query = 'error=access_denied&error_description=Call+%2B1+555+0100+to+unlock+your+account'
  for (const mark of ['?', '#']) {
    expect(read(`${mark}${query}${name && `&error_code=${name}`}`)).toEqual(errorResult(message, code))
  }
  expect(JSON.stringify(read('?message=Call+%2B1+555+0100'))).not.toContain('555')
})

test.each([
  ['email_exists', 'A user with this email address has already been registered'],
  ['over_request_rate_limit', 'Too many attempts. Please try again in a few minutes.'],
  ['session_not_found', 'You are signed out. Please sign in again.'],
  ['bad_oauth_state', 'That took too long. Please start again.'],
  ['provider_email_needs_verification', 'Please confirm the email address of that account first.'],
  ['validation_failed', 'Something you have entered is not valid. Please check it and try again.'],
])('returns a text for each error code that the server puts into a URL: %s', (code, message) => {
  expect(read(`?for=change&error=access_denied&error_code=${code}&error_description=words`)).toEqual(
    errorResult(message, code, 'change'),
  )
})
