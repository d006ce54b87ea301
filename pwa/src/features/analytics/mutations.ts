// What a person does with a connection: asked of the server now, busy for at least so long, refused in the specification's words.
import type { Replica } from '../../db/schema'
import { OFFERED } from './queries'
import * as remote from './remote'

export type { Profile, Property } from './remote'

export type Outcome<T = undefined> = { is: 'done'; value: T } | { is: 'failed'; message: string }

/** So long a button is busy at least, in ms: an answer that comes at once looks as if nothing had happened. */
export const BUSY_MS = { connect: 1500, manual: 1000, refresh: 2000, disconnect: 0, none: 0 }

export const WORDS = {
  load: 'Error loading connections. Please try again later.',
  refresh: 'Failed to refresh connection. Please try again.',
  disconnect: 'Failed to disconnect. Please try again.',
  connect: 'Failed to connect. Please try again.',
  manual: 'Failed to connect manually. Please check your information.',
  required: 'Please enter the required information',
  select: 'Please select a property.',
  ga: {
    load: 'Failed to load Google Analytics data. Please try again.',
    save: 'Failed to save property',
    disconnect: 'Failed to disconnect Google Analytics. Please try again.',
  },
  denied: 'Authorization was denied or cancelled.',
  noCode: 'No authorization code received.',
  failed: 'Failed to authenticate with Google.',
}

/** Refusals that say more than that it failed: what to do, or what Google answered. */
const TELLING = new Set([
  'google_token_missing',
  'google_token_expired',
  'google_properties_failed',
  'google_asked_too_often',
  'client_information_not_found',
  'analytics_not_set_up',
])

/** `otherwise` is what is said for a refusal without words of its own. */
async function attempt<T>(work: () => Promise<T>, otherwise: string, busyMs: number, telling = TELLING): Promise<Outcome<T>> {
  const [outcome] = await Promise.all([outcomeOf(work, otherwise, telling), pause(busyMs)])
  return outcome
}

async function outcomeOf<T>(work: () => Promise<T>, otherwise: string, telling: ReadonlySet<string>): Promise<Outcome<T>> {
  try {
    return { is: 'done', value: await work() }
  } catch (error) {
    if (!(error instanceof remote.Refused)) throw error
    return { is: 'failed', message: telling.has(error.code) && error.message !== '' ? error.message : otherwise }
  }
}

function pause(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
}

async function nothing(work: Promise<unknown>): Promise<undefined> {
  await work
  return undefined
}

const asking = new WeakMap<Replica, Promise<boolean>>()

/** Remembers whether Google can be connected here; what is remembered holds until the server can be asked. Many may want it at once. False without an answer. */
export function learnWhetherOffered(replica: Replica): Promise<boolean> {
  const asked = asking.get(replica) ?? learn(replica).finally(() => asking.delete(replica))
  asking.set(replica, asked)
  return asked
}

async function learn(replica: Replica): Promise<boolean> {
  const outcome = await attempt(remote.askWhetherOffered, '', BUSY_MS.none)
  if (outcome.is === 'done' && !replica.retired) await replica.meta.put({ k: OFFERED, value: outcome.value ? 1 : 0 })
  return outcome.is === 'done'
}

/** What is connected, by the server itself; null if it does not answer. */
export async function askSources(): Promise<Awaited<ReturnType<typeof remote.askSources>> | null> {
  const outcome = await attempt(remote.askSources, WORDS.load, BUSY_MS.none)
  return outcome.is === 'done' ? outcome.value : null
}

export const beginConsent = () => attempt(remote.authorize, WORDS.connect, BUSY_MS.none)

const OF_THE_WAY_BACK = new Set(['google_declined', 'google_no_id_token', 'client_information_not_found'])

/** Keeps the consent that Google's page has put into this address. */
export async function finishConsent(query: URLSearchParams): Promise<Outcome<remote.Profile>> {
  if (query.get('error') !== null) return { is: 'failed', message: WORDS.denied }
  const code = query.get('code')
  if (code === null || code === '') return { is: 'failed', message: WORDS.noCode }
  return attempt(() => remote.exchange(query.get('state') ?? '', code), WORDS.failed, BUSY_MS.none, OF_THE_WAY_BACK)
}

export const listProperties = () => attempt(remote.listProperties, WORDS.ga.load, BUSY_MS.none)

/** On the connections screen. */
export const connectProperty = (id: string) => attempt(() => nothing(remote.saveProperty(id)), WORDS.connect, BUSY_MS.connect)
/** On the connect screen. */
export const saveProperty = (id: string) => attempt(() => nothing(remote.saveProperty(id)), WORDS.ga.save, BUSY_MS.none)

export async function connectManually(typed: string): Promise<Outcome> {
  const id = typed.trim().replace(/^properties\//, '')
  if (id === '') return { is: 'failed', message: WORDS.required }
  return attempt(() => nothing(remote.saveProperty(id)), WORDS.manual, BUSY_MS.manual, new Set(['google_token_missing', 'google_token_expired']))
}

export const refreshNow = () => attempt(() => nothing(remote.refresh()), WORDS.refresh, BUSY_MS.refresh, new Set([remote.PART_MISSING]))

export const disconnectAnalytics = (otherwise = WORDS.disconnect) =>
  attempt(() => nothing(remote.disconnect('google_analytics')), otherwise, BUSY_MS.disconnect, new Set())
export const disconnectSearchConsole = () =>
  attempt(() => nothing(remote.disconnect('google_search_console')), WORDS.disconnect, BUSY_MS.disconnect, new Set())
