// The error text for a malformed email address.
export const BAD_EMAIL = 'Please enter a valid email address'
