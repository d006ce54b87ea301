// What needs Google now: consent, properties, reading, disconnecting. What is connected comes by the socket.
import { api, NoAnswer } from '../../api/client'
import type { SourceType } from '../../db/google-rows'

export interface Property {
  property: string
  displayName: string
  account: string
}

export interface Profile {
  name: string
  email: string
  picture: string
}

/** `code` and `message` are the server's; `no-answer` if it could not be asked. */
export class Refused extends Error {
  override name = 'Refused'
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

type Reply<T> = { data?: T; error?: unknown }

async function given<T>(call: Promise<Reply<T>>): Promise<T> {
  let reply: Reply<T>
  try {
    reply = await call
  } catch (error) {
    if (error instanceof NoAnswer) throw new Refused('no-answer', '')
    throw error
  }
  if (reply.data !== undefined) return reply.data
  const said: unknown = reply.error
  if (typeof said !== 'object' || said === null || !('code' in said) || !('message' in said)) throw new Refused('unexpected', '')
  throw new Refused(String(said.code), String(said.message))
}

/** Whether this installation can connect Google. */
export async function askWhetherOffered(): Promise<boolean> {
  return (await given(api.GET('/rest/v1/connections'))).is_set_up
}

/** The address of Google's page. */
export async function authorize(): Promise<string> {
  return (await given(api.POST('/functions/v1/google-authorize', { body: { source_type: 'google_analytics' } }))).url
}

export async function exchange(state: string, code: string): Promise<Profile> {
  return given(api.POST('/functions/v1/google-exchange', { body: { state, code } }))
}

export async function listProperties(): Promise<Property[]> {
  return (await given(api.GET('/functions/v1/google-properties'))).rows
}

export async function saveProperty(id: string): Promise<void> {
  await given(api.POST('/functions/v1/google-property', { body: { property_id: id } }))
}

export async function refresh(): Promise<void> {
  await given(api.POST('/functions/v1/google-refresh'))
}

export async function disconnect(source: Exclude<SourceType, 'facebook_ads'>): Promise<void> {
  await given(api.POST('/functions/v1/google-disconnect', { body: { source_type: source } }))
}
