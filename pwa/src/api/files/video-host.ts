// Uploads a video in parts to the video host, with our server's signature. The host's last response contains
// the video's URL.
import type { RunningUpload, Uploaded } from './upload'

/** The host rejects parts under 5 MB, except the last part. */
const PART = 20 * 1024 * 1024
const WATCHDOG_MS = 120_000

export interface SignedUpload {
  address: string
  /** Form fields of each part, including the signature. */
  fields: Record<string, string>
}

interface UploadOptions {
  onProgress: (sent: number) => void
  /** Pauses in ms before each retry of a part. */
  pauses: readonly number[]
}

/** Starts the upload. The host recognizes the parts of one file by `id`. */
export function startHostedUpload(
  file: File,
  id: string,
  { address, fields }: SignedUpload,
  { onProgress, pauses }: UploadOptions,
): RunningUpload {
  let call: XMLHttpRequest | null = null
  let finish: (end: Uploaded) => void = () => undefined
  let isStopped = false
  const isOver = () => isStopped
  const done = new Promise<Uploaded>((resolve) => {
    finish = (end) => {
      isStopped = true
      resolve(end)
    }
  })
  const send = (start: number) =>
    new Promise<Reply>((resolve) => {
      const end = Math.min(start + PART, file.size)
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('file', file.slice(start, end), file.name)
      call = new XMLHttpRequest()
      call.open('POST', address)
      call.timeout = WATCHDOG_MS
      call.setRequestHeader('X-Unique-Upload-Id', id)
      call.setRequestHeader('Content-Range', `bytes ${start}-${end - 1}/${file.size}`)
      call.upload.onprogress = ({ loaded }) => onProgress(Math.min(start + loaded, end))
      const answered = ({ target }: ProgressEvent) => {
        const { status, responseText } = target as XMLHttpRequest
        resolve({ status, body: parsed(responseText) })
      }
      call.onload = answered
      call.onerror = answered
      call.ontimeout = answered
      call.onabort = answered
      call.send(form)
    })
  const run = async (): Promise<Uploaded> => {
    let last: Reply = { status: 0, body: {} }
    for (let start = 0; start < file.size && !isOver(); start += PART) {
      last = await send(start)
      for (const pause of pauses) {
        if (isOver() || !isTemporary(last.status)) break
        await new Promise((resolve) => setTimeout(resolve, pause))
        last = await send(start)
      }
      if (last.status !== 200) return endOf(last)
    }
    const url = last.body.secure_url
    return typeof url === 'string' && url.startsWith('https://')
      ? { is: 'stored', url }
      : { is: 'later', why: 'busy', after: 0 }
  }
  void run().then(finish)
  return {
    done,
    cancel() {
      finish({ is: 'cancelled' })
      call?.abort()
    },
  }
}

interface Reply {
  status: number
  body: { secure_url?: unknown; error?: { message?: unknown } }
}

function isTemporary(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

function endOf({ status, body }: Reply): Uploaded {
  if (isTemporary(status)) return { is: 'later', why: status === 0 ? 'network' : 'busy', after: 0 }
  return {
    is: 'rejected',
    code: 'video_host',
    message: typeof body.error?.message === 'string' ? body.error.message : '',
  }
}

function parsed(text: string): Reply['body'] {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
