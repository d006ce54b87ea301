// A user's actions on a connection. Each calls the server now, stays busy for a minimum time and fails with
// the specification's texts.
import type { Outcome } from '../../lib/outcome'
import { remember } from '../../lib/storage'
import { iso, serverNow } from '../../lib/time/clock'
import * as remote from './remote'

/** Minimum time in ms that a button is busy, because an immediate response looks as if nothing had happened. */
export const BUSY_MS = { connect: 1500, manual: 1000, refresh: 2000, disconnect: 0, none: 0 }

export const TEXTS = {
  load: 'Error loading connections. Please try again later.',
  refresh: 'Failed to refresh connection. Please try again.',
  disconnect: 'Failed to disconnect. Please try again.',
  connect: 'Failed to connect. Please try again.',
  manual: 'Failed to connect manually. Please check your information.',
  required: 'Please enter the required information',
  select: 'Please select a property.',
  notOffered: 'Your provider has not set up Google Analytics yet.',
  ga: {
    load: 'Failed to load Google Analytics data. Please try again.',
    save: 'Failed to save property',
    disconnect: 'Failed to disconnect Google Analytics. Please try again.',
  },
  denied: 'Authorization was denied or cancelled.',
  noCode: 'No authorization code received.',
  failed: 'Failed to authenticate with Google.',
}

/** Error codes whose server message is shown, because it contains the next step or Google's own error. */
const EXPLAINED_ERRORS = new Set([
  'google_token_missing',
  'google_token_expired',
  'google_properties_failed',
  'google_asked_too_often',
  'client_information_not_found',
  'analytics_not_set_up',
])

/** Fails with `fallbackText` for errors whose code is not in `explained`. Resolves after `busyMs` at the earliest. */
async function attempt<T>(
  work: () => Promise<T>,
  fallbackText: string,
  busyMs: number,
  explained = EXPLAINED_ERRORS,
): Promise<Outcome<T>> {
  const [outcome] = await Promise.all([outcomeOf(work, fallbackText, explained), pause(busyMs)])
  return outcome
}

async function outcomeOf<T>(
  work: () => Promise<T>,
  fallbackText: string,
  explained: ReadonlySet<string>,
): Promise<Outcome<T>> {
  try {
    return { is: 'done', value: await work() }
  } catch (error) {
    if (!(error instanceof remote.RemoteError)) throw error
    return {
      is: 'failed',
      message: explained.has(error.code) && error.message !== '' ? error.message : fallbackText,
    }
  }
}

function pause(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
}

async function withoutValue(work: Promise<unknown>): Promise<undefined> {
  await work
  return undefined
}

/** The caller's connections as the server returns them; null without a response. */
export async function loadSources(): Promise<Awaited<ReturnType<typeof remote.fetchSources>> | null> {
  const outcome = await attempt(remote.fetchSources, TEXTS.load, BUSY_MS.none)
  return outcome.is === 'done' ? outcome.value : null
}

export const beginConsent = () => attempt(remote.authorize, TEXTS.connect, BUSY_MS.none)

/** The storage key of the time of the last consent, by which other tabs learn of it. */
const CONSENT_AT = 'google_consent_at'
const CALLBACK_ERRORS = new Set(['google_declined', 'google_no_id_token', 'client_information_not_found'])

/** Sends the code of Google's redirect to the server, which stores the consent. */
export async function finishConsent(query: URLSearchParams): Promise<Outcome<remote.Profile>> {
  if (query.get('error') !== null) return { is: 'failed', message: TEXTS.denied }
  const code = query.get('code')
  if (code === null || code === '') return { is: 'failed', message: TEXTS.noCode }
  const outcome = await attempt(
    () => remote.exchange(query.get('state') ?? '', code),
    TEXTS.failed,
    BUSY_MS.none,
    CALLBACK_ERRORS,
  )
  if (outcome.is === 'done') remember(CONSENT_AT, iso(serverNow()))
  return outcome
}

/** Calls `listener` when a consent is complete in another tab. Returns a function that unsubscribes. */
export function onConsent(listener: () => void): () => void {
  const handle = ({ key }: StorageEvent) => {
    if (key === CONSENT_AT) listener()
  }
  window.addEventListener('storage', handle)
  return () => window.removeEventListener('storage', handle)
}

export const listProperties = () => attempt(remote.listProperties, TEXTS.ga.load, BUSY_MS.none)

/** Sets the property from the connections screen. */
export const connectProperty = (id: string) =>
  attempt(() => withoutValue(remote.saveProperty(id)), TEXTS.connect, BUSY_MS.connect)
/** Sets the property from the connect screen. */
export const saveProperty = (id: string) =>
  attempt(() => withoutValue(remote.saveProperty(id)), TEXTS.ga.save, BUSY_MS.none)

export async function connectManually(typedId: string): Promise<Outcome> {
  const id = typedId.trim().replace(/^properties\//, '')
  if (id === '') return { is: 'failed', message: TEXTS.required }
  return attempt(
    () => withoutValue(remote.saveProperty(id)),
    TEXTS.manual,
    BUSY_MS.manual,
    new Set(['google_token_missing', 'google_token_expired']),
  )
}

export const refreshNow = () =>
  attempt(
    () => withoutValue(remote.refresh()),
    TEXTS.refresh,
    BUSY_MS.refresh,
    new Set([remote.PART_MISSING]),
  )

export const disconnectAnalytics = (fallbackText = TEXTS.disconnect) =>
  attempt(
    () => withoutValue(remote.disconnect('google_analytics')),
    fallbackText,
    BUSY_MS.disconnect,
    new Set(),
  )
export const disconnectSearchConsole = () =>
  attempt(
    () => withoutValue(remote.disconnect('google_search_console')),
    TEXTS.disconnect,
    BUSY_MS.disconnect,
    new Set(),
  )
