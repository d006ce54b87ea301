// Texts for users by error code of the auth service, because its own messages are written for developers.
import { BAD_EMAIL } from '../validation/email'

const LINK = 'This link has expired, was used before, or was opened in another browser. Ask for a new one.'
const CODE = 'This code is wrong or has expired. Check the newest one, or ask for another.'
const SIGN_IN_AGAIN = 'You are signed out. Please sign in again.'
const TRY_LATER = 'Too many attempts. Please try again in a few minutes.'
const NOT_OFFERED = 'This way to sign in is not offered here.'
const NEEDS_CARD =
  'Text messages are sent only to clients with a card on file. Add a card, or use an authenticator app.'
const START_AGAIN = 'That took too long. Please start again.'

/**
 * The texts of error codes. A code that is missing here shows the service's message, because users understand it or
 * the specification states it.
 */
const TEXTS: Readonly<Record<string, string>> = {
  otp_expired: CODE,
  mfa_verification_failed: CODE,
  mfa_verification_rejected: CODE,
  reauthentication_not_valid: CODE,
  reauthentication_needed: 'Please confirm that it is you first.',
  flow_state_not_found: LINK,
  flow_state_expired: LINK,
  flow_state_already_used: LINK,
  bad_code_verifier: LINK,
  bad_oauth_state: START_AGAIN,
  bad_oauth_callback: START_AGAIN,
  mfa_challenge_expired: START_AGAIN,
  mfa_ip_address_mismatch: START_AGAIN,
  mfa_factor_not_found: START_AGAIN,
  no_authorization: SIGN_IN_AGAIN,
  bad_jwt: SIGN_IN_AGAIN,
  session_not_found: SIGN_IN_AGAIN,
  session_expired: SIGN_IN_AGAIN,
  user_not_found: SIGN_IN_AGAIN,
  refresh_token_not_found: SIGN_IN_AGAIN,
  refresh_token_already_used: SIGN_IN_AGAIN,
  user_banned: 'This account is closed. Please contact support.',
  insufficient_aal: 'Please confirm your second step first: sign out, and sign in with your code.',
  over_request_rate_limit: TRY_LATER,
  over_email_send_rate_limit: 'Too many emails were sent. Please try again in a few minutes.',
  over_sms_send_rate_limit: 'Too many text messages were sent. Please try again later.',
  sms_send_failed: 'The text message could not be sent. Please check the number and its country.',
  email_exists: 'A user with this email address has already been registered',
  email_address_invalid: BAD_EMAIL,
  email_address_not_authorized: 'Mail cannot be sent to this address.',
  signup_disabled: 'New accounts cannot be created here.',
  email_provider_disabled: NOT_OFFERED,
  phone_provider_disabled: NOT_OFFERED,
  provider_disabled: NOT_OFFERED,
  sso_provider_disabled: NOT_OFFERED,
  saml_provider_disabled: 'Sign-in with your company is not set up here.',
  sso_provider_not_found: 'Sign-in with your company is not set up here.',
  manual_linking_disabled: 'Other ways to sign in cannot be added here.',
  user_sso_managed: 'Your company manages this account. Please ask your company.',
  identity_already_exists: 'This account is already used by another user.',
  identity_not_found: 'This way to sign in has already been removed.',
  single_identity_not_deletable: 'This is your only way to sign in, so it cannot be removed.',
  email_conflict_identity_not_deletable:
    'Another user has this email address, so this way to sign in cannot be removed.',
  provider_email_needs_verification: 'Please confirm the email address of that account first.',
  mfa_factor_name_conflict: 'You already have a second step with this name.',
  too_many_enrolled_mfa_factors: 'You have the largest possible number of second steps. Remove one first.',
  mfa_verified_factor_exists: 'You already have a phone as a second step. Remove it first.',
  mfa_totp_enroll_not_enabled: NOT_OFFERED,
  mfa_phone_enroll_not_enabled: NEEDS_CARD,
  mfa_phone_verify_not_enabled: NEEDS_CARD,
}

/** Messages of `validation_failed` that are shown to users. Other messages name fields of the request. */
const SHOWN_MESSAGES = /^Password cannot be longer than/
const CHECK = 'Something you have entered is not valid. Please check it and try again.'

/** The text for an error of the auth service. Returns a message with a time to wait unchanged. */
export function authText(code: string | null, message: string): string {
  if (/after \d+ seconds/.test(message)) return message
  if (code === 'validation_failed') return SHOWN_MESSAGES.test(message) ? message : CHECK
  // The code may come from a URL that anybody can write, so "constructor" must not match.
  return (code !== null && Object.hasOwn(TEXTS, code) ? TEXTS[code] : undefined) ?? message
}
