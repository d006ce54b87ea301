// Hooks that read the server's rows. Rows may be missing until their stream has loaded, so screens must not
// show a zero before that.
import type { Replica } from '../db/schema'
import { resultOrUndefined, sharedHook, useLive, useQuery, useSyncStatus } from './live'

export type View<T> =
  /** Not loaded yet, but still loading. */
  | { is: 'loading' }
  /** Not loaded: nothing has arrived for 8 s, or the replica cannot be read. */
  | { is: 'failed'; retry: () => void }
  | ({ is: 'ready' } & T)

interface LoadedRows<T> {
  rows: T
  /** The stream has been loaded, so a missing row does not exist. */
  isLoaded: boolean
}

const NEVER = () => false

/**
 * The result of `query` over a stream's rows. The result is ready when the whole stream is on this device, or
 * earlier if `isEnough` returns true for the result. It is never ready if `stream` is null.
 */
export function useRows<T extends object>(
  stream: string | null,
  query: (replica: Replica) => Promise<T>,
  deps: unknown[],
  isEnough: (rows: T) => boolean = NEVER,
): View<T> {
  const loaded = useQuery(
    (replica) => (stream === null ? Promise.resolve(null) : read(replica, stream, query)),
    [stream, ...deps],
  )
  return useView(dataOf(loaded ?? undefined, isEnough))
}

/**
 * Returns a hook like `useRows`. All components that use it with the same key share one read. For the key
 * null, the result is never ready.
 */
export function sharedRows<T extends object>(
  streamOf: (key: string) => string,
  query: (replica: Replica, key: string) => Promise<T>,
  isEnough: (rows: T) => boolean = NEVER,
): (key: string | null) => View<T> {
  const [useLoaded, readAgain] = sharedHook(
    async (replica, key) =>
      (await resultOrUndefined(read(replica, streamOf(key), () => query(replica, key)))) ?? 'broken',
  )
  return function useSharedRows(key) {
    const { replica, sync } = useLive()
    const loaded = useLoaded(key)
    const view = useView(loaded === 'broken' ? undefined : dataOf(loaded, isEnough))
    if (key === null || loaded !== 'broken') return view
    const retry = () => {
      readAgain(replica, key)
      sync.tryAgain()
    }
    return { is: 'failed', retry }
  }
}

/** The role and client of the signed-in user, as the server last reported them. */
export function useMember(): View<{ role: 'admin' | 'client'; client_id: string | null }> {
  const { role, client_id } = useSyncStatus()
  return useView(role === null ? undefined : { role, client_id })
}

/** `ready` with `data`; without it `loading`, or `failed` once nothing has arrived for 8 s. */
export function useView<T extends object>(data: T | undefined): View<T> {
  const { sync } = useLive()
  const { stalled } = useSyncStatus()
  if (data !== undefined) return { is: 'ready', ...data }
  return stalled ? { is: 'failed', retry: sync.tryAgain } : { is: 'loading' }
}

async function read<T>(
  replica: Replica,
  stream: string,
  query: (replica: Replica) => Promise<T>,
): Promise<LoadedRows<T>> {
  // Read the stream first: if it finishes loading between the two reads, the rows may still be incomplete.
  const [position, rows] = await Promise.all([replica.streams.get(stream), query(replica)])
  return { rows, isLoaded: position?.mode === 'ready' }
}

function dataOf<T>(loaded: LoadedRows<T> | undefined, isEnough: (rows: T) => boolean): T | undefined {
  return loaded !== undefined && (loaded.isLoaded || isEnough(loaded.rows)) ? loaded.rows : undefined
}
