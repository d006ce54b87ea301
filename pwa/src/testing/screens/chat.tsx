// A chat with a bot for tests: a fake API that records its calls, a replica with a bot, and the rendered screen.
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach } from 'vitest'

import type { Replica } from '../../db/schema'
import { LiveContext } from '../../live/live'
import type { SyncStatus } from '../../sync'
import { ToastProvider } from '../../ui/feedback/toast'
import { botRow } from '../rows/bots'
import { fakeSync } from '../sync/fake-sync'
import { freshReplica, readyStream } from '../sync/replicas'

type Call = { path: string; body: Record<string, unknown> }
/** The response to the next request, and all requests of the running test. */
export const server = {
  answer: (): unknown => undefined,
  calls: [] as Call[],
  /** The response to a request for messages; the queries of these requests are in `reads`, not in `calls`. */
  messages: (): unknown => undefined,
  reads: [] as unknown[],
}

class NoAnswer extends Error {
  why = 'network'
}

interface Init {
  body?: Record<string, unknown>
  params?: { query?: unknown }
}

function endpoint(path: string, init: Init = {}): Promise<unknown> {
  if (path === '/rest/v1/chat_messages') {
    server.reads.push(init.params?.query)
    return respond(server.messages)
  }
  server.calls.push({ path: path.replace(/^.*\//, ''), body: init.body ?? {} })
  return respond(server.answer)
}

function respond(answer: () => unknown): Promise<unknown> {
  return Promise.resolve(answer()).then((response) => {
    if (response === 'lost') throw new NoAnswer()
    return response
  })
}

/** The module that replaces `api/client` in tests of the chat. */
export const fakeClient = {
  NoAnswer,
  api: { GET: endpoint, POST: endpoint, PUT: endpoint, DELETE: endpoint },
}

export const messagesResponse = (rows: readonly unknown[]) => ({
  data: { rows },
  response: { ok: true, status: 200 },
})
export const DONE = { data: {}, response: { ok: true, status: 200 } }
export const errorResponse = (code: string, message: string) => ({
  error: { code, message },
  response: { ok: false, status: 403 },
})
export const OFFLINE = { is: 'offline', since: '2026-11-21T09:00:00Z' } as const

/** Clears the requests before every test of the file, and makes the server have no messages and not respond otherwise. */
export function withChat(): void {
  beforeEach(() => {
    server.calls = []
    server.answer = () => new Promise(() => undefined)
    server.reads = []
    server.messages = () => messagesResponse([])
  })
}

export async function open(what: ReactNode, replica: Replica, status: SyncStatus) {
  await replica.streams.bulkPut([readyStream('w'), readyStream('u:u1'), readyStream('c:c1')])
  const sync = fakeSync(status)
  render(
    <MemoryRouter>
      <ToastProvider>
        <LiveContext value={{ userId: 'u1', replica, sync }}>{what}</LiveContext>
      </ToastProvider>
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), sync }
}

export async function withBot(): Promise<Replica> {
  const replica = freshReplica()
  await replica.chatbots.put(botRow())
  return replica
}

export async function sendQuestion(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.type(await screen.findByRole('textbox', { name: 'Message' }), text)
  await user.click(screen.getByRole('button', { name: 'Send' }))
}
