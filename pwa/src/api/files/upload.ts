// Uploads a file in parts with tus. The device creates the id of the upload. A second upload with the same id
// resumes the first.
import { DetailedError, Upload } from 'tus-js-client'

import { retryAfterMs } from '../../lib/time/jitter'
import { accessToken } from '../auth/access-token'
import { type ServerError, serverErrorOf } from '../server-error'

const ENDPOINT = '/storage/v1/upload/resumable'
/** A part must arrive within a minute, so this size needs 9 kB a second. */
const MIN_PART = 512 * 1024
const MAX_PART = 4 * 1024 * 1024
const MAX_PARTS = 250
const WATCHDOG_MS = 60_000

export interface FileToSend {
  /** A UUID. A message's file has the id of the message. */
  id: string
  bucket: 'message-attachments' | 'report-videos' | 'website-assets' | 'portraits'
  name: string
  type: string
  content: Blob
  /** The owner, for a file in a user's replica. It has the same meaning as in `accessToken`. */
  userId?: string
}

export type Uploaded =
  /** `url` is the value for the row. */
  | { is: 'stored'; url: string }
  /** Final: the server rejects the file. `message` is shown to the user. */
  | { is: 'rejected'; code: string; message: string }
  | { is: 'unauthorized' }
  /** Not finished. The server keeps what has arrived, and an upload with the same id resumes there. */
  | { is: 'later'; why: 'network' | 'timeout' | 'busy' | 'limited'; after: number }
  | { is: 'cancelled' }

export interface RunningUpload {
  done: Promise<Uploaded>
  /** Stops the upload and deletes what has arrived on the server. */
  cancel: () => void
}

interface PausableUpload extends RunningUpload {
  /** Stops the upload. The server keeps what has arrived. */
  pause: () => void
}

interface UploadOptions {
  /** `sent` and `size` in bytes. */
  onProgress: (sent: number, size: number) => void
  /**
   * True if a part of the file may have been sent before. The upload then first requests its offset from the
   * server.
   */
  isResumed: boolean
  /** Pauses in ms before each retry. By default there is only one retry, because most callers retry too. */
  pauses?: number[]
}

export function startUpload(
  file: FileToSend,
  { onProgress, isResumed, pauses = [0] }: UploadOptions,
): PausableUpload {
  const { id, bucket, content, userId } = file
  let finish: (end: Uploaded) => void = () => undefined
  const done = new Promise<Uploaded>((resolve) => (finish = resolve))
  let token: string | undefined
  let rejectedToken: string | undefined
  const upload = new Upload(content, {
    endpoint: ENDPOINT,
    // To start an existing upload again is harmless: the server rejects the first part, and tus then requests
    // the offset.
    uploadUrl: isResumed ? `${ENDPOINT}/${id}` : null,
    metadata: { id, bucket, filename: file.name, filetype: file.type },
    chunkSize: Math.min(MAX_PART, Math.max(MIN_PART, Math.ceil(content.size / MAX_PARTS))),
    // The id is enough to resume, so tus does not need to store a fingerprint.
    storeFingerprintForResuming: false,
    retryDelays: pauses,
    async onBeforeRequest(request) {
      const access = await accessToken(rejectedToken, userId)
      if (access.is === 'signed-out') throw new Stopped({ is: 'unauthorized' })
      if (access.is === 'unknown') throw new Stopped({ is: 'later', why: 'network', after: 0 })
      token = access.token
      request.setHeader('Authorization', `Bearer ${token}`)
      const call: unknown = request.getUnderlyingObject()
      if (call instanceof XMLHttpRequest) {
        call.timeout = WATCHDOG_MS
        call.ontimeout = (event) => {
          call.onerror?.(event)
        }
      }
    },
    onShouldRetry(error) {
      const status = statusOf(error)
      if (status === 401 && rejectedToken !== token) {
        rejectedToken = token
        return true
      }
      return status === 0 || status === 409 || status >= 500
    },
    onProgress,
    onSuccess({ lastResponse }) {
      const url = lastResponse.getHeader('Content-Location')
      finish(url === undefined ? { is: 'later', why: 'busy', after: 0 } : { is: 'stored', url })
    },
    onError: (error) => finish(endOf(error)),
  })
  upload.start()
  return {
    done,
    cancel() {
      finish({ is: 'cancelled' })
      // Ignore errors, because the server deletes abandoned uploads.
      void upload.abort(true).catch(() => undefined)
    },
    pause() {
      finish({ is: 'later', why: 'network', after: 0 })
      void upload.abort().catch(() => undefined)
    },
  }
}

class Stopped extends Error {
  constructor(readonly end: Uploaded) {
    super(end.is)
  }
}

function statusOf(error: unknown): number {
  return error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0
}

function endOf(error: unknown): Uploaded {
  if (error instanceof Stopped) return error.end
  if (error instanceof DetailedError && error.causingError instanceof Stopped) return error.causingError.end
  const status = statusOf(error)
  const words = error instanceof DetailedError ? errorOf(error.originalResponse?.getBody()) : null
  if (status === 401 && words !== null) return { is: 'unauthorized' }
  if (status === 429 && error instanceof DetailedError) {
    return {
      is: 'later',
      why: 'limited',
      after: retryAfterMs(error.originalResponse?.getHeader('Retry-After')),
    }
  }
  const isFinal = status >= 400 && status < 500 && status !== 409
  if (isFinal && words !== null) return { is: 'rejected', ...words }
  return { is: 'later', why: status === 0 ? 'network' : 'busy', after: 0 }
}

function errorOf(body: string | undefined): ServerError | null {
  try {
    return serverErrorOf(JSON.parse(body ?? ''))
  } catch {
    return null
  }
}
