// Rows of the server as screens see them: unknown until their stream has loaded, so that no data is never shown as zero.
import type { Replica } from '../db/schema'
import { noted, shared, useLive, useQuery, useSyncStatus } from './live'

export type View<T> =
  /** Not known yet, and on its way. */
  | { is: 'loading' }
  /** Not known, and nothing has come for 8 s or can be read. */
  | { is: 'failed'; retry: () => void }
  | ({ is: 'ready' } & T)

interface Found<T> {
  rows: T
  /** The stream has been loaded: what is not there does not exist. */
  isLoaded: boolean
}

const NEVER = () => false

/**
 * What `query` reads of a stream's rows, known when the whole stream is on this device, or when `isThere` says that
 * what is found can be shown before that. Without a stream nothing is known.
 */
export function useRows<T extends object>(
  stream: string | null,
  query: (replica: Replica) => Promise<T>,
  deps: unknown[],
  isThere: (rows: T) => boolean = NEVER,
): View<T> {
  const found = useQuery((replica) => (stream === null ? Promise.resolve(null) : read(replica, stream, query)), [stream, ...deps])
  return useView(knownOf(found ?? undefined, isThere))
}

/** The same for rows that many parts of a screen show: they are read once. `useIt(null)` knows nothing. */
export function sharedRows<T extends object>(
  streamOf: (key: string) => string,
  query: (replica: Replica, key: string) => Promise<T>,
  isThere: (rows: T) => boolean = NEVER,
): (key: string | null) => View<T> {
  const [useFound, readAgain] = shared(async (replica, key) => (await noted(read(replica, streamOf(key), () => query(replica, key)))) ?? 'broken')
  return function useIt(key) {
    const { replica, sync } = useLive()
    const found = useFound(key)
    const view = useView(found === 'broken' ? undefined : knownOf(found, isThere))
    if (key === null || found !== 'broken') return view
    const retry = () => {
      readAgain(replica, key)
      sync.tryAgain()
    }
    return { is: 'failed', retry }
  }
}

/** Who is signed in here, as the server last said. */
export function useMember(): View<{ role: 'admin' | 'client'; client_id: string | null }> {
  const { role, client_id } = useSyncStatus()
  return useView(role === null ? undefined : { role, client_id })
}

/** What is not known is on its way, until nothing has come for 8 s. */
export function useView<T extends object>(known: T | undefined): View<T> {
  const { sync } = useLive()
  const { stalled } = useSyncStatus()
  if (known !== undefined) return { is: 'ready', ...known }
  return stalled ? { is: 'failed', retry: sync.tryAgain } : { is: 'loading' }
}

async function read<T>(replica: Replica, stream: string, query: (replica: Replica) => Promise<T>): Promise<Found<T>> {
  // The stream first: of what is loaded meanwhile the rows may be missing.
  const [position, rows] = await Promise.all([replica.streams.get(stream), query(replica)])
  return { rows, isLoaded: position?.mode === 'ready' }
}

function knownOf<T>(found: Found<T> | undefined, isThere: (rows: T) => boolean): T | undefined {
  return found !== undefined && (found.isLoaded || isThere(found.rows)) ? found.rows : undefined
}
