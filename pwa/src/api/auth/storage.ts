// The auth library's storage: a small IndexedDB database that page and service worker share.

const DATABASE = 'portal-auth'
const STORE = 'items'

let database: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  database ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE)
    request.onsuccess = () => {
      const opened = request.result
      const forget = (): void => void (database = null)
      opened.onclose = forget
      opened.onversionchange = () => {
        forget()
        opened.close()
      }
      resolve(opened)
    }
    request.onerror = () => reject(request.error ?? new Error('session store failed'))
  })
  database.catch(() => (database = null))
  return database
}

async function once<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const transaction = (await open()).transaction(STORE, mode)
  return new Promise<T>((resolve, reject) => {
    const request = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error ?? new Error('session store failed'))
  })
}

/**
 * Runs `work`. Retries once with a new connection, because browsers close connections in the background
 * without an event.
 */
async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    return await once(mode, work)
  } catch {
    database = null
    return once(mode, work)
  }
}

/**
 * ST2: the values that the browser could not store. If it stores nothing, a session lasts as long as the page
 * on which the user signed in.
 */
const unstored = new Map<string, string>()

/** The storage interface of @supabase/auth-js. */
export const authStorage = {
  async getItem(key: string): Promise<string | null> {
    const value = unstored.get(key) ?? (await run<unknown>('readonly', (store) => store.get(key)))
    return typeof value === 'string' ? value : null
  },
  async setItem(key: string, value: string): Promise<void> {
    unstored.delete(key)
    await run('readwrite', (store) => store.put(value, key)).catch(() => unstored.set(key, value))
  },
  /** Changes a value in one transaction. Writes nothing if `next` returns the same text or null. */
  async changeItem(key: string, next: (value: string | null) => string | null): Promise<void> {
    const only = unstored.get(key)
    if (only !== undefined) {
      unstored.set(key, next(only) ?? only)
      return
    }
    await run('readwrite', (store) => {
      const reading: IDBRequest<unknown> = store.get(key)
      reading.onsuccess = () => {
        const before = typeof reading.result === 'string' ? reading.result : null
        const after = next(before)
        if (after !== null && after !== before) store.put(after, key)
      }
      return reading
    }).catch(async () => {
      const before = await authStorage.getItem(key)
      const after = next(before)
      if (after !== null && after !== before) unstored.set(key, after)
    })
  },
  async removeItem(key: string): Promise<void> {
    const only = unstored.delete(key)
    await run('readwrite', (store) => store.delete(key)).catch((error: unknown) => {
      if (!only) throw error
    })
  },
}
