// Calls that need Google now: consent, properties, refresh, disconnect. Connections arrive by sync.
import { api, NoAnswer } from '../../api/client'
import { serverErrorOf } from '../../api/server-error'
import type { components } from '../../api/schema.gen'
import type { SourceType } from '../../db/rows/analytics'

export type ConnectionOut = components['schemas']['ConnectionOut']

export interface Property {
  property: string
  displayName: string
  account: string
}

export interface Profile {
  name: string
  email: string
  picture: string
  /** The name of the property chosen before; null if there is none. */
  connected_property: string | null
}

/** `code` and `message` come from the server; `code` is `no-answer` if it could not be reached. */
export class RemoteError extends Error {
  override name = 'Refused'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

type Reply<T> = { data?: T; error?: unknown }

async function unwrap<T>(call: Promise<Reply<T>>): Promise<T> {
  let reply: Reply<T>
  try {
    reply = await call
  } catch (error) {
    if (error instanceof NoAnswer) throw new RemoteError('no-answer', '')
    throw error
  }
  if (reply.data !== undefined) return reply.data
  const error = serverErrorOf(reply.error)
  throw error === null ? new RemoteError('unexpected', '') : new RemoteError(error.code, error.message)
}

/** Whether this installation can connect Google. */
export async function fetchIsOffered(): Promise<boolean> {
  return (await unwrap(api.GET('/rest/v1/connections'))).is_set_up
}

/** The caller's sources, for a user who has no rows of them on this device. */
export async function fetchSources(): Promise<{ isOffered: boolean; rows: ConnectionOut[] }> {
  const { is_set_up, rows } = await unwrap(api.GET('/rest/v1/connections'))
  return { isOffered: is_set_up, rows }
}

/** The address of Google's consent page. */
export async function authorize(): Promise<string> {
  return (
    await unwrap(api.POST('/functions/v1/google-authorize', { body: { source_type: 'google_analytics' } }))
  ).url
}

export async function exchange(state: string, code: string): Promise<Profile> {
  return unwrap(api.POST('/functions/v1/google-exchange', { body: { state, code } }))
}

export async function listProperties(): Promise<Property[]> {
  return (await unwrap(api.GET('/functions/v1/google-properties'))).rows
}

export async function saveProperty(id: string): Promise<void> {
  await unwrap(api.POST('/functions/v1/google-property', { body: { property_id: id } }))
}

export const PART_MISSING = 'google_part_missing'

/** Throws `RemoteError` with `PART_MISSING` and Google's reason if only some of the figures arrived. */
export async function refresh(): Promise<void> {
  const reply = await unwrap(api.POST('/functions/v1/google-refresh'))
  if (!('code' in reply) && reply.data.error) throw new RemoteError(PART_MISSING, reply.data.error)
}

export async function disconnect(source: Exclude<SourceType, 'facebook_ads'>): Promise<void> {
  await unwrap(api.POST('/functions/v1/google-disconnect', { body: { source_type: source } }))
}
