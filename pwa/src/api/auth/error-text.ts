// An error of the auth service, with a text for the user.
export interface Refusal {
  /** The service's error code, 'no-connection', or null. */
  code: string | null
  message: string
}

export const NO_CONNECTION = 'No connection to the server. Check your network and try again.'
export const NOT_VERIFIED = 'An error occurred on token verification.'

/** The seconds to wait that an error's message names, or null if it names none. */
export function secondsToWait({ message }: Refusal): number | null {
  const found = /after (\d+) seconds/.exec(message)
  return found === null ? null : Number(found[1])
}
