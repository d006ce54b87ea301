// An in-memory tus server behind a connection that can break; replaces XMLHttpRequest.
import { vi } from 'vitest'

const ENDPOINT = '/storage/v1/upload/resumable'

interface Upload {
  length: number
  offset: number
  bytes: Uint8Array<ArrayBuffer>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export class TusServer {
  readonly uploads = new Map<string, Upload>()
  /** The requests, such as `PATCH 4194304`. */
  readonly requests: string[] = []
  /** Offsets at which the connection breaks, once each. The part that begins at such an offset is lost. */
  readonly breaks = new Set<number>()
  /** The response to every new upload; null for success. */
  uploadError: Answer | null = null
  /** While true, the server does not respond to parts. */
  stalls = false
  /** Each function lets the server respond to one part that it has not responded to. */
  readonly stalled: (() => void)[] = []

  constructor() {
    const take = (method: string, url: string, headers: Map<string, string>, body: Blob | null) =>
      this.respond(method, url, headers, body)
    vi.stubGlobal('XMLHttpRequest', fakeRequestClass(take))
  }

  /** Resolves to null if there is no response. */
  private async respond(
    method: string,
    url: string,
    headers: Map<string, string>,
    body: Blob | null,
  ): Promise<Answer | null> {
    const offset = Number(headers.get('upload-offset') ?? 0)
    this.requests.push(method === 'PATCH' ? `PATCH ${offset}` : method)
    if (method === 'POST') return this.begin(headers)
    const id = url.slice(url.lastIndexOf('/') + 1)
    const upload = this.uploads.get(id)
    if (upload === undefined) return { status: 404 }
    if (method === 'DELETE') this.uploads.delete(id)
    if (method !== 'PATCH') return { status: method === 'HEAD' ? 200 : 204, headers: headersOf(id, upload) }
    if (this.breaks.delete(offset)) return null
    if (this.stalls) await new Promise<void>((resolve) => this.stalled.push(resolve))
    if (offset !== upload.offset || body === null) return { status: 409 }
    const part = new Uint8Array(await body.arrayBuffer())
    upload.bytes.set(part, offset)
    upload.offset += part.length
    return { status: 204, headers: headersOf(id, upload) }
  }

  private begin(headers: Map<string, string>): Answer {
    if (this.uploadError !== null) return this.uploadError
    const length = Number(headers.get('upload-length'))
    const metadata = new Map(
      (headers.get('upload-metadata') ?? '').split(',').map((pair) => pair.split(' ') as [string, string]),
    )
    const id = atob(metadata.get('id') ?? '')
    const upload = this.uploads.get(id) ?? { length, offset: 0, bytes: new Uint8Array(length) }
    this.uploads.set(id, upload)
    return { status: 201, headers: { ...headersOf(id, upload), location: `${ENDPOINT}/${id}` } }
  }
}

function headersOf(id: string, { length, offset }: Upload): Record<string, string> {
  const location =
    offset === length ? { 'content-location': `/storage/v1/object/message-attachments/${id}.zip` } : {}
  return { 'upload-offset': String(offset), 'upload-length': String(length), ...location }
}

type Take = (
  method: string,
  url: string,
  headers: Map<string, string>,
  body: Blob | null,
) => Promise<Answer | null>

/** The part of XMLHttpRequest that tus needs. All bytes of a part are sent before the response. */
function fakeRequestClass(take: Take) {
  return class {
    readonly upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {}
    onload?: () => void
    onerror?: (event: unknown) => void
    status = 0
    responseText = ''
    private headers: Record<string, string> = {}
    private aborted = false
    private request: [string, string] = ['', '']
    private readonly requestHeaders = new Map<string, string>()

    open(method: string, url: string): void {
      this.request = [method, url]
    }
    setRequestHeader(name: string, value: string): void {
      this.requestHeaders.set(name.toLowerCase(), value)
    }
    getResponseHeader(name: string): string | undefined {
      return this.headers[name.toLowerCase()]
    }
    abort(): void {
      this.aborted = true
    }
    send(body: Blob | null): void {
      this.upload.onprogress?.({ lengthComputable: true, loaded: body?.size ?? 0 })
      void take(...this.request, this.requestHeaders, body).then((answer) => {
        if (this.aborted) return
        if (answer === null) return this.onerror?.(new Error('the connection broke'))
        ;({ status: this.status, headers: this.headers = {}, body: this.responseText = '' } = answer)
        this.onload?.()
      })
    }
  }
}
