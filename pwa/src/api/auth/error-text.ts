// An error of the auth service, with a text for the user.
export interface AuthError {
  /** The service's error code, 'no-connection', or null. */
  code: string | null
  message: string
}

export const NO_CONNECTION = 'No connection to the server. Check your network and try again.'
export const NOT_VERIFIED = 'An error occurred on token verification.'

/** The number of seconds to wait that an error's message contains, or null if it contains none. */
export function secondsToWait({ message }: AuthError): number | null {
  const match = /after (\d+) seconds/.exec(message)
  return match === null ? null : Number(match[1])
}
