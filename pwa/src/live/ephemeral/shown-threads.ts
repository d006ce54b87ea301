// The threads on the screen. The server sends their typing and presence to this connection (EP4).
import type { SyncHandle } from '../../sync'

const MAX_SHOWN = 100
const SEND_DELAY_MS = 300

interface ShownThreads {
  /** Reports that this thread is on the screen, until the returned function is called. */
  show(thread: string): () => void
  /** Sends the threads soon, unless the server already has them. */
  sendSoon(): void
  /** Call when the connection is lost, because the server does not know the threads of the next one. */
  forgetSent(): void
  stop(): void
}

export function makeShownThreads(
  sync: Pick<SyncHandle, 'ephemeral' | 'status'>,
  page: Document,
): ShownThreads {
  /** The number of components that show each thread. */
  const shown = new Map<string, number>()
  /** What was sent last; null if nothing was sent on this connection. */
  let sentKey: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function sendSoon(): void {
    timer ??= setTimeout(send, SEND_DELAY_MS)
  }

  function send(): void {
    timer = undefined
    const { link, role } = sync.status.get()
    // The server sends clients the presence in their own thread without a request.
    if (role !== 'admin') return
    const threads = page.visibilityState === 'visible' ? [...shown.keys()].sort().slice(0, MAX_SHOWN) : []
    const key = threads.join()
    if (key === sentKey || link.is !== 'live') return
    if (sentKey === null && key === '') return
    sentKey = key
    sync.ephemeral.send({ k: 'look', threads })
  }

  page.addEventListener('visibilitychange', sendSoon)

  return {
    show(thread) {
      shown.set(thread, (shown.get(thread) ?? 0) + 1)
      sendSoon()
      return () => {
        const remaining = (shown.get(thread) ?? 1) - 1
        if (remaining > 0) shown.set(thread, remaining)
        else shown.delete(thread)
        sendSoon()
      }
    },
    sendSoon,
    forgetSent() {
      sentKey = null
    },
    stop() {
      page.removeEventListener('visibilitychange', sendSoon)
      clearTimeout(timer)
    },
  }
}
