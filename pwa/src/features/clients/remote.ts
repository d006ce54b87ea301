// Network calls of the admin dashboard.
import { api, NoAnswer } from '../../api/client'
import { serverErrorOf } from '../../api/server-error'
import type { components, paths } from '../../api/schema.gen'

type Schemas = components['schemas']
export type ClientDetails = Schemas['ClientDetailsIn']
export type NewClient = Omit<Schemas['NewClientIn'], 'user_id'> & { id: string }
export type Invitation = Schemas['InvitationOut']
export type Sheet = Schemas['SheetOut']
export type AuditEvent = Schemas['AuditEventOut']
export type AuditPage = Schemas['AuditEventsOut']
export type Installation = Schemas['InstallationOut']
export type AdminSignIn = Schemas['AdminSignInOut']
export type ScoreOfScan = Schemas['ScoreOut']

export interface FieldError {
  message: string
  /** The invalid field by its stored name, or null. */
  field: string | null
}
export type Reply<T> = { value: T } | { rejected: FieldError }

const ANY_ERROR = 'An error occurred'
const NO_CONNECTION = 'No connection to the server. Check your network and try again.'
/** The result that a screen gets while a request has no response yet. */
export const LATE = { rejected: { message: NO_CONNECTION, field: null } }

export const addClient = (client: NewClient) => replyOf(api.POST('/rest/v1/clients', { body: client }))

export const editClient = (id: string, details: ClientDetails) =>
  replyOf(api.PATCH('/rest/v1/clients/{client_id}', { params: { path: { client_id: id } }, body: details }))

export const setAccess = (client_ids: string[], status: 'active' | 'inactive', source: 'admin' | 'billing') =>
  replyOf(api.POST('/rest/v1/client_access', { body: { client_ids, status, source } }))

export const invite = (client_id: string) =>
  replyOf(api.POST('/rest/v1/client_invitations', { body: { client_id } }))

export const linkAccount = (client_id: string) =>
  replyOf(api.POST('/rest/v1/client_links', { body: { client_id } }))

export const snooze = (id: string, until: string | null) =>
  replyOf(api.PUT('/rest/v1/client_attention', { body: { id, until } }))

export const scanNow = (client_id: string) => replyOf(api.POST('/rest/v1/scan_runs', { body: { client_id } }))

/** A client's scores, newest first; the stream `w` carries only the latest scan of each client. */
export const fetchScores = (client_id: string) =>
  replyOf(api.GET('/rest/v1/performance_scores', { params: { query: { client_id } } }))

export const postVideo = (id: string, client_id: string, video_url: string, posted_at: string) =>
  replyOf(api.POST('/rest/v1/client_videos', { body: { id, client_id, video_url, posted_at } }))

export const putScript = (client_id: string, embed_url: string) =>
  replyOf(api.PUT('/rest/v1/chatbot_embeds', { body: { client_id, embed_url } }))

export const putHistory = (client_id: string, sheets_url: string) =>
  replyOf(api.PUT('/rest/v1/chat_histories', { body: { client_id, sheets_url } }))

/** `file` in base64. */
export const importClients = (file: string, dry_run: boolean) =>
  replyOf(api.POST('/rest/v1/client_imports', { body: { file, dry_run } }))

type AuditQuery = NonNullable<paths['/rest/v1/audit_log']['get']['parameters']['query']>

export const fetchAuditLog = (query: AuditQuery, before: string | null) =>
  replyOf(
    api.GET('/rest/v1/audit_log', { params: { query: { ...query, ...(before !== null && { before }) } } }),
  )

/** When each admin was last active, and whether they have a second factor. */
export const fetchAdminSignIns = () => replyOf(api.GET('/rest/v1/admin_sign_ins'))

export const fetchInstallation = () => replyOf(api.GET('/rest/v1/installation'))

/** Retries failed effects of one kind, or all of them if `kind` is null. */
export const tryAgain = (kind: string | null) =>
  replyOf(api.POST('/rest/v1/effect_retries', { body: { kind } }))

async function replyOf<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<Reply<T>> {
  try {
    const { data, error, response } = await call
    if (response.ok && data !== undefined) return { value: data }
    const { code, message } = serverErrorOf(error) ?? { code: '', message: ANY_ERROR }
    return { rejected: { message, field: code.startsWith('bad_') ? code.slice(4) : null } }
  } catch (error) {
    if (!(error instanceof NoAnswer)) return { rejected: { message: ANY_ERROR, field: null } }
    return {
      rejected: {
        message: error.why === 'signed-out' ? 'Not authenticated. Please sign in.' : NO_CONNECTION,
        field: null,
      },
    }
  }
}
