// Uploads to the video host: every byte once and in order, each part signed; the last response has the URL.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { startHostedUpload } from './video-host'

const MB = 1024 * 1024
const SIGNED = {
  address: 'https://host.example/v1_1/pulse/video/upload',
  fields: { public_id: 'reports/1', signature: 'abc' },
}
const COMPLETE = { status: 200, body: { secure_url: 'https://res.host.example/pulse/reports/1.mp4' } }
const PART = { status: 200, body: { done: false } }
type FakeResponse = { status: number; body: unknown } | 'never'

let script: FakeResponse[] = []
let calls: { headers: Record<string, string>; form: FormData; address: string }[] = []

class Call {
  timeout = 0
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { loaded: number }) => void } = {}
  onload?: (event: { target: Call }) => void
  onabort?: (event: { target: Call }) => void
  private headers: Record<string, string> = {}
  private address = ''
  open(_method: string, address: string) {
    this.address = address
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: FormData) {
    calls.push({ headers: this.headers, form, address: this.address })
    this.upload.onprogress?.({ loaded: (form.get('file') as File).size + 300 })
    const response = script.shift() ?? PART
    if (response === 'never') return
    this.status = response.status
    this.responseText = typeof response.body === 'string' ? response.body : JSON.stringify(response.body)
    queueMicrotask(() => this.onload?.({ target: this }))
  }
  abort() {
    this.onabort?.({ target: this })
  }
}

beforeEach(() => {
  script = []
  calls = []
  vi.stubGlobal('XMLHttpRequest', Call)
})
afterEach(() => vi.unstubAllGlobals())

const film = (size: number) => new File([new Uint8Array(size)], 'week.mp4')
const ranges = () => calls.map(({ headers }) => headers['Content-Range'])

test('uploads a long video in signed parts of one file', async () => {
  script = [PART, PART, COMPLETE]
  const sent: number[] = []
  const { done } = startHostedUpload(film(45 * MB), 'u1', SIGNED, {
    onProgress: (bytes) => sent.push(bytes),
    pauses: [],
  })
  expect(await done).toEqual({ is: 'stored', url: COMPLETE.body.secure_url })
  expect(ranges()).toEqual([
    `bytes 0-${20 * MB - 1}/${45 * MB}`,
    `bytes ${20 * MB}-${40 * MB - 1}/${45 * MB}`,
    `bytes ${40 * MB}-${45 * MB - 1}/${45 * MB}`,
  ])
  expect(
    new Set(calls.map(({ headers, address }) => `${headers['X-Unique-Upload-Id'] ?? ''} ${address}`)),
  ).toEqual(new Set([`u1 ${SIGNED.address}`]))
  expect(
    calls.map(({ form }) => [
      form.get('signature'),
      form.get('public_id'),
      (form.get('file') as File).size / MB,
    ]),
  ).toEqual([
    ['abc', 'reports/1', 20],
    ['abc', 'reports/1', 20],
    ['abc', 'reports/1', 5],
  ])
  expect(sent.map((bytes) => bytes / MB)).toEqual([20, 40, 45])
})

test('repeats a part without a response, but not a rejected part', async () => {
  script = [{ status: 0, body: '' }, { status: 503, body: '<html>' }, COMPLETE]
  expect(
    await startHostedUpload(film(3), 'u1', SIGNED, { onProgress: () => undefined, pauses: [0, 0] }).done,
  ).toEqual({ is: 'stored', url: COMPLETE.body.secure_url })
  expect(ranges()).toEqual(['bytes 0-2/3', 'bytes 0-2/3', 'bytes 0-2/3'])
  calls = []
  script = [{ status: 401, body: { error: { message: 'Invalid Signature' } } }]
  expect(
    await startHostedUpload(film(3), 'u1', SIGNED, { onProgress: () => undefined, pauses: [0] }).done,
  ).toEqual({ is: 'rejected', code: 'video_host', message: 'Invalid Signature' })
  expect(calls).toHaveLength(1)
})

test.each([{ secure_url: 'javascript:alert(1)' }, { secure_url: 7 }, {}, '[not json'])(
  'fails on an upload response without a safe URL: %j',
  async (body) => {
    script = [{ status: 200, body }]
    expect(
      await startHostedUpload(film(3), 'u1', SIGNED, { onProgress: () => undefined, pauses: [] }).done,
    ).toEqual({ is: 'later', why: 'busy', after: 0 })
  },
)

test('sends nothing after the upload is stopped', async () => {
  script = [PART, 'never']
  const { done, cancel } = startHostedUpload(film(45 * MB), 'u1', SIGNED, {
    onProgress: () => undefined,
    pauses: [0],
  })
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  cancel()
  expect(await done).toEqual({ is: 'cancelled' })
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(calls).toHaveLength(2)
})
