// What is said of an address that is badly written.
export const BAD_EMAIL = 'Please enter a valid email address'
