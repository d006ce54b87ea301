// Requests about notices, devices and notification preferences; all of them need the network now.
import { NoAnswer, ownApi as api } from '../../api/client'
import { serverErrorOf } from '../../api/server-error'
import type { components } from '../../api/schema.gen'

export interface Preferences {
  messages?: boolean
  reports?: boolean
  is_quiet?: boolean
  quiet_from?: number
  quiet_to?: number
  zone?: string
}

export type WeeklyMail = components['schemas']['WeeklyMailOut']

const NOT_SENT = 'The test was not sent. Please try again.'
const NO_CONNECTION = 'No connection to the server. Check your network and try again.'

type Reply = { data?: unknown; error?: unknown; response: Response }

/** Whether the request succeeded; false without a response. */
async function isOk(call: Promise<Reply>): Promise<boolean> {
  try {
    return (await call).response.ok
  } catch (error) {
    if (error instanceof NoAnswer) return false
    throw error
  }
}

export function acknowledge(id: string, n: number, what: 'shown' | 'opened'): Promise<boolean> {
  return isOk(api.PUT('/rest/v1/notices', { body: { id, n, what } }))
}

/** The server's public key to subscribe with; null without a response. */
export async function fetchKey(): Promise<string | null> {
  try {
    return (await api.GET('/rest/v1/push_devices')).data?.key ?? null
  } catch (error) {
    if (error instanceof NoAnswer) return null
    throw error
  }
}

export function saveDevice(endpoint: string, p256dh: string, auth: string): Promise<boolean> {
  return isOk(api.PUT('/rest/v1/push_devices', { body: { endpoint, p256dh, auth } }))
}

export function removeDevice(id: string): Promise<boolean> {
  return isOk(api.DELETE('/rest/v1/push_devices/{device_id}', { params: { path: { device_id: id } } }))
}

export function testDevice(id: string): Promise<boolean> {
  return isOk(api.POST('/rest/v1/push_devices/{device_id}/test', { params: { path: { device_id: id } } }))
}

export function savePreferences(preferences: Preferences): Promise<boolean> {
  return isOk(api.PUT('/rest/v1/notice_wishes', { body: preferences }))
}

/** Saves a client's two switches. Returns 'no-client' if the user has no client row. */
export async function saveSwitches(switches: {
  notify_messages?: boolean
  notify_reports?: boolean
}): Promise<boolean | 'no-client'> {
  try {
    const { response } = await api.PATCH('/rest/v1/clients', { body: switches })
    return response.status === 404 ? 'no-client' : response.ok
  } catch (error) {
    if (error instanceof NoAnswer) return false
    throw error
  }
}

/** Returns a client's next weekly email with the current data. */
export async function fetchWeeklyMail(clientId: string): Promise<WeeklyMail | 'nothing' | 'failed'> {
  try {
    const { data } = await api.GET('/rest/v1/weekly_mails', { params: { query: { client_id: clientId } } })
    if (data === undefined) return 'failed'
    // Without an email the response has a `code` in place of `data`.
    return 'code' in data ? 'nothing' : data.data
  } catch (error) {
    if (error instanceof NoAnswer) return 'failed'
    throw error
  }
}

/** Sends a client's weekly email to the signed-in admin; returns the admin's address, or why it was not sent. */
export async function sendTestMail(clientId: string): Promise<{ to: string } | { error: string }> {
  try {
    const { data, error } = await api.POST('/rest/v1/weekly_mail_tests', { body: { client_id: clientId } })
    return data ?? { error: serverErrorOf(error)?.message ?? NOT_SENT }
  } catch (error) {
    if (error instanceof NoAnswer) return { error: NO_CONNECTION }
    throw error
  }
}
