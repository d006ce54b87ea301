// What a refusal of the sign-in service says to a person, in whatever shape the library brings it.
export interface Refusal {
  /** The service's word for it, 'no-connection', or null. */
  code: string | null
  message: string
}

export const NO_CONNECTION = 'No connection to the server. Check your network and try again.'
export const NOT_VERIFIED = 'An error occurred on token verification.'

/** The seconds that a refusal asks to wait, null if it asks for none. */
export function secondsToWait({ message }: Refusal): number | null {
  const found = /after (\d+) seconds/.exec(message)
  return found === null ? null : Number(found[1])
}
