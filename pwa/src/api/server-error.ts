// The error in a response of our server.

export interface ServerError {
  code: string
  message: string
}

/**
 * The error in the body of a response. Null if the response is not from our server but, for example, a
 * proxy's page.
 */
export function serverErrorOf(body: unknown): ServerError | null {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : null
}
