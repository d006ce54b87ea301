// An in-memory server that follows PROTOCOL.md: idempotent writes, sockets, bootstrap.
import type { MessageRow } from '../../db/rows/messages'
import type { MessageBody, ReadBody } from '../../db/rows/outbox'
import type { WireRow } from '../../db/rows/rows'
import type { Answer, Endpoints, Page } from '../../sync/protocol/endpoints'
import type { Change, Cursor, DeviceFrame } from '../../sync/protocol/protocol'
import type { OpenSocket, SocketEvents } from '../../sync/connection/socket'
import type { MessageEndpoints } from '../../synced/messaging/endpoints'
import { ModelLogs } from './model-logs'
import { message, timestamp, thread, type Wire } from './wire-rows'

export interface TestUser {
  id: string
  role: 'admin' | 'client'
  clientId: string | null
}

type Message = Wire<MessageRow>
type ResolveBody = Parameters<MessageEndpoints['resolveThread']>[0]
const ok = <T>(value: T): Answer<T> => ({ is: 'ok', value })
const rejected = (code: string): Answer<never> => ({ is: 'rejected', code, message: code })

interface TestSocket {
  user: TestUser
  events: SocketEvents
  cursors: Map<string, number>
}

export class ModelServer extends ModelLogs {
  readonly messages = new Map<string, Message>()
  readonly sockets = new Set<TestSocket>()
  /** Extra fields of `ok` frames, as a newer server would send. */
  okExtras: object = {}
  /** Ephemeral frames that devices have sent. */
  readonly ephemeralFrames: DeviceFrame[] = []
  /** Received hello frames, newest last. */
  readonly hellos: Cursor[][] = []
  /** Ids of messages that were taken back before they arrived, with sender and thread. */
  readonly takenBack = new Set<string>()
  /** Messages that the other side has read. */
  readonly readIds = new Set<string>()
  /** BO7: whether a page contains the position at which it was read; earlier servers did not send it. */
  sendsPositions = true
  private writeCount = 0

  streamsOf(user: TestUser): string[] {
    return [user.role === 'admin' ? 'w' : `c:${user.clientId ?? ''}`, `u:${user.id}`]
  }

  thread(clientId: string): Message[] {
    return [...this.messages.values()]
      .filter((row) => row.client_id === clientId)
      .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
  }

  /** MU1, MU2, MU3: stores a message once. */
  send(user: TestUser, body: MessageBody): Answer<WireRow> {
    const existing = this.messages.get(body.id)
    if (existing) {
      const same =
        (existing.removed_at || existing.content === body.content) && existing.sender_id === user.id
      return same ? ok(existing) : rejected('message_id_taken')
    }
    if (this.takenBack.has(`${body.id} ${user.id} ${body.client_id}`)) return rejected('taken_back')
    if (body.content.trim() === '') return rejected('invalid')
    const n = (this.writeCount += 1)
    const fields = {
      id: body.id,
      content: body.content,
      sender_id: user.id,
      sender_role: user.role,
      created_at: timestamp(n),
    }
    this.write('messages', body.client_id, message(n, body.client_id, fields))
    const preview = { last_message_id: body.id, last_message_preview: body.content }
    this.write('threads', body.client_id, thread(body.client_id, this.nextVersion(body.client_id), preview))
    return ok(this.messages.get(body.id) ?? message(n, body.client_id, fields))
  }

  /** MU8, MU9: takes a message back, unless the other side has read it. */
  takeBack(user: TestUser, id: string, clientId: string): Answer<WireRow | null> {
    const existing = this.messages.get(id)
    if (existing?.client_id !== clientId || existing.sender_id !== user.id) {
      this.takenBack.add(`${id} ${user.id} ${clientId}`)
      return ok(null)
    }
    if (existing.removed_at) return ok(existing)
    if (this.readIds.has(id)) return rejected('already_read')
    const row = { ...existing, v: existing.v + 1, content: '', removed_at: timestamp((this.writeCount += 1)) }
    this.write('messages', clientId, row)
    return ok(row)
  }

  read(body: ReadBody): Answer<WireRow> {
    const row = thread(body.id, this.nextVersion(body.id), { client_read_to: body.read_to })
    this.write('threads', body.id, row)
    return ok(row)
  }

  resolve({ id, resolved_to, is_resolved }: ResolveBody): Answer<WireRow> {
    const position = is_resolved ? (this.messages.get(resolved_to)?.created_at ?? null) : null
    const row = { id, v: this.nextVersion(`resolution ${id}`), resolved_created_at: position }
    this.append(['w'], { tbl: 'thread_resolutions', op: 'u', id, v: row.v, row })
    return ok(row)
  }

  remove(id: string): void {
    const row = this.messages.get(id)
    if (!row) return
    this.messages.delete(id)
    this.append(['w', `c:${row.client_id}`], { tbl: 'messages', op: 'd', id, v: row.v + 1 })
  }

  private write(tbl: string, clientId: string, row: WireRow): void {
    if (tbl === 'messages') this.messages.set(row.id, row as Message)
    this.append(['w', `c:${clientId}`], { tbl, op: 'u', id: row.id, v: row.v, row })
  }

  private append(streams: string[], change: Change): void {
    this.push(streams, change)
    for (const socket of [...this.sockets]) this.flush(socket)
  }

  /** Sends the device the changes after its cursors. */
  private flush(socket: TestSocket): void {
    for (const [s, cursor] of socket.cursors) {
      const log = this.log(s)
      if (cursor >= log.length) continue
      socket.cursors.set(s, log.length)
      this.sendFrame(socket, {
        t: 'ch',
        s,
        from: cursor + 1,
        to: log.length,
        at: this.at(s, log.length),
        d: log.slice(cursor),
      })
    }
  }

  /** Sends any frame to a device, even a frame that a correct server never sends. */
  sendFrame(socket: TestSocket, frame: object): void {
    if (this.sockets.has(socket)) socket.events.text(JSON.stringify(frame))
  }

  hangUp(code: number): void {
    for (const socket of [...this.sockets]) {
      this.sockets.delete(socket)
      socket.events.closed(code)
    }
  }

  socketFor(user: TestUser): OpenSocket {
    return (events) => {
      const socket: TestSocket = { user, events, cursors: new Map() }
      this.sockets.add(socket)
      setTimeout(() => events.opened(), 0)
      return {
        send: (frame) => this.receive(socket, frame),
        close: () => void this.sockets.delete(socket),
      }
    }
  }

  private receive(socket: TestSocket, frame: DeviceFrame): void {
    if (frame.t === 'eph') this.ephemeralFrames.push(frame)
    if (frame.t === 'ping') this.sendFrame(socket, { t: 'pong', n: frame.n })
    if (frame.t === 'auth') this.sendFrame(socket, { t: 'auth_ok', exp: 9_999_999_999 })
    if (frame.t !== 'hello' && frame.t !== 'sub') return
    const allowed = this.streamsOf(socket.user)
    const requested =
      frame.t === 'hello' ? allowed : allowed.filter((s) => frame.subs.some((one) => one.s === s))
    const subs = requested.map((s) =>
      this.decide(
        s,
        frame.subs.find((one) => one.s === s),
      ),
    )
    if (frame.t === 'hello') {
      this.hellos.push(frame.subs)
      const { id, role, clientId } = socket.user
      this.sendFrame(socket, {
        t: 'ok',
        sid: 's',
        user: id,
        role,
        client: clientId,
        name: 'Ana',
        exp: 9_999_999_999,
        now: Date.now() / 1000,
        hb: 25,
        min_build: '0',
        subs,
        ...this.okExtras,
      })
    } else this.sendFrame(socket, { t: 'subs', subs })
    for (const sub of subs) {
      if (sub.mode !== 'resume') continue
      socket.cursors.set(sub.s, frame.subs.find((one) => one.s === sub.s)?.c ?? 0)
      this.flush(socket)
      this.sendFrame(socket, { t: 'live', s: sub.s, c: socket.cursors.get(sub.s) })
    }
  }

  page(rows: WireRow[], hasMore: boolean, next: string): Answer<Page> {
    return ok({ rows, next: hasMore ? next : null })
  }

  endpointsFor(user: TestUser): Endpoints & MessageEndpoints {
    const respond = <T>(answer: () => Answer<T>): Promise<Answer<T>> =>
      new Promise((resolve) => setTimeout(() => resolve(answer()), 0))
    return {
      sendMessage: (body) => respond(() => this.send(user, body)),
      takeBack: (id, clientId) => respond(() => this.takeBack(user, id, clientId)),
      readThread: (body) => respond(() => this.read(body)),
      resolveThread: (body) => respond(() => this.resolve(body)),
      bootstrap: (s) =>
        respond(() => {
          const tables = s.startsWith('u:') ? [] : ['threads', 'messages']
          return ok({ ...this.position(s), tables })
        }),
      rows: (s, tbl, after, limit, position) =>
        respond(() => {
          if (position && this.sendsPositions && !this.fits(s, position.e, position))
            return rejected('stale_position')
          const own = this.rowsOf(s, tbl).filter((row) => after === null || row.id > after)
          const rows = own.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
          const page = { rows, next: own.length > limit ? (rows.at(-1)?.id ?? '') : null }
          return ok(this.sendsPositions ? { ...page, ...this.position(s) } : page)
        }),
      olderMessages: (clientId, before, limit) =>
        respond(() => {
          const older = this.thread(clientId)
            .filter((row) => before === null || `${row.created_at}|${row.id}` < before)
            .reverse()
          const rows = older.slice(0, limit)
          const last = rows.at(-1)
          return this.page(rows, older.length > limit, last ? `${last.created_at}|${last.id}` : '')
        }),
    }
  }

  private rowsOf(s: string, tbl: string): WireRow[] {
    if (tbl === 'messages') return s === 'w' ? [] : this.thread(s.slice(2)).slice(-200)
    const latest = new Map(
      this.log(s).flatMap((one) => (one.tbl === tbl && one.op === 'u' ? [[one.id, one.row] as const] : [])),
    )
    return [...latest.values()]
  }
}
