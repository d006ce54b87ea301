// The admin dashboard's actions, with their checks and result texts.
import type { ClientRow } from '../../db/rows/clients'
import { serverNow } from '../../lib/time/clock'
import { uuid7 } from '../../lib/ids/uuid7'
import * as remote from './remote'
import {
  BAD_EMAIL,
  BAD_SCRIPT,
  BAD_SHEET,
  BAD_VIDEO,
  CLIENTS_MAX,
  EMAIL,
  MISSING,
  POSTED_AHEAD_DAYS,
  POSTED_TOO_LATE,
  SHEETS,
  VIDEO_SCHEMES,
  VIDEO_SERVICES,
} from './rules.gen'

export const CREATED =
  'Client created successfully. Please ask the client to sign up using their email address.'
export const ADMIN_FIRST = 'Please ask the new admin to sign up first. Nothing has been created yet.'

export type NewClient = Omit<remote.NewClient, 'id'>

/** The first missing or malformed required field of a client, or null if all are valid. */
export function problemOf(details: Partial<Record<keyof typeof MISSING, string>>): remote.FieldError | null {
  for (const [field, message] of Object.entries(MISSING)) {
    if (details[field as keyof typeof MISSING]?.trim() === '') return { field, message }
  }
  const email = details.contact_email?.trim()
  return email === undefined || EMAIL.test(email) ? null : { field: 'contact_email', message: BAD_EMAIL }
}

/** Repeated submits pass the same `id`, so that a retry after a lost response creates no second client. */
export async function addClient(id: string, client: NewClient): Promise<remote.FieldError | null> {
  const problem = problemOf(client)
  if (problem !== null) return problem
  return errorOf(await remote.addClient({ id, ...client }))
}

export const newId = uuid7

/** The sign-up page with the client's data filled in; the server mails the same link. */
export function signUpLink({
  contact_email,
  contact_name,
  company_name,
}: Record<keyof typeof MISSING, string>): string {
  const query = new URLSearchParams({
    mode: 'signup',
    email: contact_email,
    name: contact_name,
    company: company_name,
  })
  return `${location.origin}/auth?${query}`
}

export async function editClient(
  id: string,
  details: remote.ClientDetails,
): Promise<remote.FieldError | null> {
  const { company_name, contact_name, contact_email } = details
  const problem = problemOf({
    ...(typeof company_name === 'string' && { company_name }),
    ...(typeof contact_name === 'string' && { contact_name }),
    ...(typeof contact_email === 'string' && { contact_email }),
  })
  if (problem !== null) return problem
  return errorOf(await remote.editClient(id, details))
}

const VIDEO = new RegExp(`^(?:${VIDEO_SCHEMES.join('|')})://[^\\s/]`, 'i')
// Links to the video services that were copied without `https://`.
const SERVICE_WITHOUT_SCHEME = new RegExp(
  `^(?:[\\w-]+\\.)*(?:${VIDEO_SERVICES.join('|').replaceAll('.', '\\.')})/\\S`,
  'i',
)

/** Today's date in the device's time zone, as YYYY-MM-DD for a date field. */
export function today(): string {
  return dayAfter(0)
}

/** The last date that the server accepts for a weekly video, as YYYY-MM-DD. */
export function lastPostedDay(): string {
  return dayAfter(POSTED_AHEAD_DAYS)
}

function dayAfter(days: number): string {
  const at = new Date(serverNow())
  at.setDate(at.getDate() + days)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

export async function saveVideo(
  id: string,
  clientId: string,
  url: string,
  day: string,
): Promise<remote.FieldError | null> {
  const typed = url.trim()
  const address = SERVICE_WITHOUT_SCHEME.test(typed) ? `https://${typed}` : typed
  if (!VIDEO.test(address)) return { field: 'video_url', message: BAD_VIDEO }
  if (day === '') return { field: 'posted_at', message: 'Posted date is required' }
  // A year of five digits is longer, and as text it is before the last day.
  if (day.length > 10 || day > lastPostedDay()) return { field: 'posted_at', message: POSTED_TOO_LATE }
  return errorOf(await remote.postVideo(id, clientId, address, day))
}

/** An opening tag followed by a closing one. The server checks whether it is exactly one script. */
const SCRIPT = /<script\b[^>]*>[^]*<\/script\s*>/i

export async function saveScript(clientId: string, script: string): Promise<remote.FieldError | null> {
  if (!SCRIPT.test(script)) return { field: 'script', message: BAD_SCRIPT }
  return errorOf(await remote.putScript(clientId, script))
}

export async function saveHistory(clientId: string, url: string): Promise<remote.FieldError | null> {
  if (!url.trim().startsWith(SHEETS)) return { field: 'sheet', message: BAD_SHEET }
  return errorOf(await remote.putHistory(clientId, url.trim()))
}

/**
 * Activates or deactivates clients. `error` is the error, if any; `switched` are the clients whose status was
 * different and is now changed; `revert` reverts them.
 */
export async function setAccess(
  clients: readonly ClientRow[],
  status: 'active' | 'inactive',
): Promise<{
  error: remote.FieldError | null
  switched: readonly ClientRow[]
  revert: () => Promise<remote.FieldError | null>
}> {
  const others = clients.filter((client) => client.subscription_status !== status)
  const { error, done: switched } = await inParts(others, (ids) => remote.setAccess(ids, status, 'admin'))
  const revert = async () => {
    for (const source of ['admin', 'billing'] as const) {
      const some = switched.filter((client) => (client.status_source ?? 'admin') === source)
      const { error: failed } = await inParts(some, (ids) =>
        remote.setAccess(ids, status === 'active' ? 'inactive' : 'active', source),
      )
      if (failed !== null) return failed
    }
    return null
  }
  return { error, switched, revert }
}

/** `done` are the clients of the requests that succeeded. */
async function inParts(
  clients: readonly ClientRow[],
  send: (ids: string[]) => Promise<remote.Reply<unknown>>,
): Promise<{ error: remote.FieldError | null; done: readonly ClientRow[] }> {
  for (let start = 0; start < clients.length; start += CLIENTS_MAX) {
    const error = errorOf(await send(clients.slice(start, start + CLIENTS_MAX).map((client) => client.id)))
    if (error !== null) return { error, done: clients.slice(0, start) }
  }
  return { error: null, done: clients }
}

function errorOf(reply: remote.Reply<unknown>): remote.FieldError | null {
  return 'rejected' in reply ? reply.rejected : null
}
