// What the browser tells about this page: hints about visibility and network, never truths.

export type PageEvent =
  | 'visible'
  | 'hidden'
  | 'online'
  | 'offline'
  /** Left or frozen: nothing of this page may run from now on, until it is awake. */
  | 'asleep'
  | 'awake'

export interface PageWatch {
  visible(): boolean
  online(): boolean
  watch(tell: (event: PageEvent) => void): () => void
}

export const browserPage: PageWatch = {
  visible: () => document.visibilityState === 'visible',
  online: () => navigator.onLine,
  watch(tell) {
    const stop = new AbortController()
    const { signal } = stop
    const seen = (): void => tell(document.visibilityState === 'visible' ? 'visible' : 'hidden')
    const life = ({ type }: Event): void => tell(type === 'pagehide' || type === 'freeze' ? 'asleep' : 'awake')
    document.addEventListener('visibilitychange', seen, { signal })
    // iOS comes back from the background with either of the two events, or both.
    addEventListener('pageshow', seen, { signal })
    for (const name of ['pageshow', 'pagehide']) addEventListener(name, life, { signal })
    for (const name of ['resume', 'freeze']) document.addEventListener(name, life, { signal })
    addEventListener('online', () => tell('online'), { signal })
    addEventListener('offline', () => tell('offline'), { signal })
    return () => stop.abort()
  },
}

/** BG1: Background Sync, where there is one; elsewhere what waits is sent when the app is opened. */
export function wakeLater(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.ready
    .then((worker: ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } }) => worker.sync?.register('outbox'))
    .catch(() => undefined)
}
